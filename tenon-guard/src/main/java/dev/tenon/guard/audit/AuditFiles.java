package dev.tenon.guard.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The files of one audit: {@code audit.jsonl} is written; {@code audit.000000000042.jsonl} began with line 42. */
final class AuditFiles {
    private static final int DIGITS = 12;

    private final Path current;
    private final Path directory;
    private final String stem;
    private final String extension;

    AuditFiles(Path current) {
        this.current = current;
        Path parent = current.toAbsolutePath().getParent();
        this.directory = parent == null ? current.toAbsolutePath() : parent;
        String name = String.valueOf(current.getFileName());
        int dot = name.lastIndexOf('.');
        this.stem = dot > 0 ? name.substring(0, dot) : name;
        this.extension = dot > 0 ? name.substring(dot) : "";
    }

    Path current() {
        return current;
    }

    Path directory() {
        return directory;
    }

    /** The note of how far the chain has come. */
    Path head() {
        return current.resolveSibling(current.getFileName() + ".head");
    }

    /** Where a file goes whose first line has that number. */
    Path rotated(long first) {
        return current.resolveSibling(stem + "." + String.format(Locale.ROOT, "%0" + DIGITS + "d", first) + extension);
    }

    /** The files before the one that is written, the oldest first. */
    List<Path> rotated() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return new ArrayList<>(files.filter(file -> isRotated(String.valueOf(file.getFileName())))
                    .sorted()
                    .toList());
        }
    }

    private boolean isRotated(String name) {
        int length = stem.length() + 1 + DIGITS + extension.length();
        return name.length() == length
                && name.startsWith(stem + ".")
                && name.endsWith(extension)
                && name.substring(stem.length() + 1, stem.length() + 1 + DIGITS)
                        .chars()
                        .allMatch(c -> c >= '0' && c <= '9');
    }
}
