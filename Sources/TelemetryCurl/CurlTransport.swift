// The transport over libcurl.
