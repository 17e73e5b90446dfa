/// Paths and file names that tell whose they are; `strict` replaces them by their look, whatever they are called.
enum FilePath {
    /// Whether the text is a path into somebody's own folder or an app's container.
    static func isPersonal(_ text: ByteView) -> Bool {
        guard text.count > 3 else { return false }
        for start in [
            "/Users/", "/home/", "/root/", "/var/mobile/", "/private/var/", "/var/folders/", "/data/user/",
            "/data/data/", "/storage/emulated/", "/sdcard/", "/Volumes/", "~/", "./", "../", "\\\\",
        ] as [StaticString] where text.matches(start, at: 0) {
            return true
        }
        // A drive of Windows.
        return (text[0] | 0x20) &- 0x61 < 26 && text[1] == 0x3A && text[2] == 0x5C
    }

    /// Whether the text is the name of a file: it holds a slash, or ends in an extension.
    static func isFile(_ text: ByteView) -> Bool {
        guard text.count > 2, !text.matches("http", at: 0) else { return false }
        var letters = 0
        var position = text.count
        while position > 0 {
            position -= 1
            let byte = text[position]
            if byte == 0x2E { return letters >= 2 && letters <= 5 && position > 0 }
            guard (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 else { return byte == 0x2F }
            letters += 1
        }
        return false
    }
}
