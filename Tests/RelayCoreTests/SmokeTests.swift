import Testing

@testable import RelayCore
