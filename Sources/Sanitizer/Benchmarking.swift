/// What benchmarks and fuzzers of the engine need beside the public interface. Not part of it: `@_spi(Benchmarking)`.
@_spi(Benchmarking)
public enum EngineBenchmark {
    /// Walks one JSON document with the validating tokenizer and nothing else, and counts its tokens; 0 if it is
    /// not JSON. The reference for what a pass adds.
    public static func tokens(in document: Span<UInt8>) -> Int {
        unsafe document.withUnsafeBufferPointer { buffer in
            let bytes = unsafe ByteView(buffer)
            var tokenizer = JSONTokenizer()
            var count = 0
            while let kind = try? tokenizer.next(in: bytes) {
                if kind == .end { return count }
                count += 1
            }
            return 0
        }
    }

    /// Forgets what `pass` knows of names, as after its making.
    public static func forgetNames(_ pass: inout Pass) {
        pass.keyCache.removeAll()
        pass.cleanTexts.removeAll()
    }

    /// Makes `pass` take the general walk from now on, never the fast one that runs ahead of it: to compare them.
    public static func walkPlainly(_ pass: inout Pass) {
        pass.mayGlide = false
    }
}
