package dev.tenon.guard.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one audit: {@code audit.jsonl} is written; {@code audit.000000000042.jsonl} began with line 42. What logrotate makes of
 * the first belongs to it too: {@code audit.jsonl.1}, {@code audit.jsonl-20260102}, {@code audit.jsonl.2.gz}.
 */
final class AuditFiles {
    /** How often the earlier files are looked at while another process changes them. */
    private static final int MOST_LOOKS = 100;

    private static final int DIGITS = 12;

    private final Path current;
    private final Path directory;
    private final String stem;
    private final String extension;
    private final Pattern own;
    private final Pattern byOthers;

    AuditFiles(Path current) {
        this.current = current;
        Path parent = current.toAbsolutePath().getParent();
        this.directory = parent == null ? current.toAbsolutePath() : parent;
        String name = String.valueOf(current.getFileName());
        int dot = name.lastIndexOf('.');
        this.stem = dot > 0 ? name.substring(0, dot) : name;
        this.extension = dot > 0 ? name.substring(dot) : "";
        this.own = Pattern.compile(Pattern.quote(stem) + "\\.[0-9]{" + DIGITS + "}" + Pattern.quote(extension));
        this.byOthers = Pattern.compile(Pattern.quote(name) + "[.-][0-9][0-9.-]*(\\.gz)?");
    }

    Path current() {
        return current;
    }

    Path directory() {
        return directory;
    }

    /** The note of how far the chain has come. */
    Path head() {
        return beside(".head");
    }

    /** The calls that were begun and have no line yet. */
    Path calls() {
        return beside(".calls");
    }

    /** Where the next content of the current file is prepared. */
    Path fresh() {
        return beside(".new");
    }

    private Path beside(String ending) {
        return current.resolveSibling(current.getFileName() + ending);
    }

    /** Where a file goes whose first line has that number. */
    Path rotated(long first) {
        return current.resolveSibling(stem + "." + String.format(Locale.ROOT, "%0" + DIGITS + "d", first) + extension);
    }

    /** The files that the guard itself put away, the oldest first. */
    List<Path> rotated() throws IOException {
        return matching(own).stream().sorted().toList();
    }

    /** Whether a file was put away by the guard itself, which never does so within a line. */
    boolean isRotated(Path file) {
        return own.matcher(String.valueOf(file.getFileName())).matches();
    }

    /** The number of the first line of a file that the guard itself put away. */
    long first(Path rotated) {
        String name = String.valueOf(rotated.getFileName());
        return Long.parseLong(name.substring(stem.length() + 1, stem.length() + 1 + DIGITS));
    }

    /** All files before the one that is written, the oldest first; those that others put away count where they begin with a line. */
    List<Path> earlier() throws IOException {
        record Earlier(Path file, long first) {}
        List<Earlier> files = new ArrayList<>();
        for (Path file : rotated()) {
            files.add(new Earlier(file, first(file)));
        }
        Set<Path> others = new HashSet<>(matching(byOthers));
        // While logrotate packs a file, it is there twice.
        others.removeIf(file -> file.toString().endsWith(".gz")
                && others.contains(
                        file.resolveSibling(String.valueOf(file.getFileName()).replaceFirst("\\.gz$", ""))));
        for (Path file : others) {
            ChainEntry first = AuditLines.first(file);
            if (first != null) {
                files.add(new Earlier(file, first.sequence()));
            }
        }
        return files.stream()
                .sorted(Comparator.comparingLong(Earlier::first).thenComparing(Earlier::file))
                .map(Earlier::file)
                .toList();
    }

    /** All files of the chain in their order, the current one last, if it is there. */
    List<Path> all() throws IOException {
        List<Path> all = new ArrayList<>(earlier());
        if (Files.exists(current)) {
            all.add(current);
        }
        return all;
    }

    /** The last line before the current file; read again when another process renamed or packed the files meanwhile. */
    @Nullable ChainEntry lastOfEarlier() throws IOException {
        List<Path> earlier;
        ChainEntry last;
        int looks = 0;
        do {
            earlier = earlier();
            last = earlier.isEmpty()
                    ? null
                    : Tail.of(earlier.get(earlier.size() - 1)).last();
        } while (!earlier().equals(earlier) && ++looks < MOST_LOOKS);
        return last;
    }

    /** The name that the file with this key has now; null when it is none of this audit, or was removed. */
    @Nullable Path named(@Nullable Object key) throws IOException {
        for (Pattern pattern : List.of(own, byOthers)) {
            for (Path file : matching(pattern)) {
                if (key != null && AuditFile.isSame(file, key)) {
                    return file;
                }
            }
        }
        return null;
    }

    private List<Path> matching(Pattern pattern) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file ->
                            pattern.matcher(String.valueOf(file.getFileName())).matches())
                    .toList();
        }
    }
}
