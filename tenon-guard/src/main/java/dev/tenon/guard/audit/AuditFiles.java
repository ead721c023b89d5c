package dev.tenon.guard.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
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

    private final Path current;
    private final Path directory;
    private final String stem;
    private final String extension;
    /** A number in its group for those that the guard itself put away. */
    private final Pattern earlier;
    /** The name that logrotate's {@code create} gives to a file that it finds in the place of the one it creates. */
    private final Pattern backup;

    AuditFiles(Path current) {
        this.current = current.toAbsolutePath();
        this.directory = Objects.requireNonNullElse(this.current.getParent(), this.current);
        String name = String.valueOf(current.getFileName());
        int dot = name.lastIndexOf('.');
        this.stem = dot > 0 ? name.substring(0, dot) : name;
        this.extension = dot > 0 ? name.substring(dot) : "";
        this.earlier = Pattern.compile(Pattern.quote(stem) + "\\.([0-9]{12})" + Pattern.quote(extension) + "|"
                + Pattern.quote(name) + "[.-][0-9][0-9.-]*(?:\\.gz)?");
        this.backup = Pattern.compile(Pattern.quote(name) + "-[0-9]+\\.backup");
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
        return current.resolveSibling(stem + "." + String.format(Locale.ROOT, "%012d", first) + extension);
    }

    /** The files that the guard itself put away, the oldest first. */
    List<Path> rotated() throws IOException {
        return putAway().stream().filter(this::isRotated).sorted().toList();
    }

    /** Whether a file was put away by the guard itself, which never does so within a line. */
    boolean isRotated(Path file) {
        Matcher name = name(file);
        return name.matches() && name.group(1) != null;
    }

    /** Returns the number of the first line of a file that was put away; -1 when that line is not an audit line. */
    long first(Path file) throws IOException {
        Matcher name = name(file);
        if (name.matches() && name.group(1) != null) {
            return Long.parseLong(name.group(1));
        }
        ChainEntry first = AuditLines.first(file);
        return first == null ? -1 : first.sequence();
    }

    /** All files before the one that is written, the oldest first; those that others put away count where they begin with a line. */
    List<Path> earlier() throws IOException {
        Map<Path, Long> firsts = new TreeMap<>();
        for (Path file : putAway()) {
            firsts.put(file, first(file));
        }
        // While logrotate packs a file, it is there twice.
        firsts.keySet()
                .removeAll(firsts.keySet().stream()
                        .map(file -> Path.of(file + ".gz"))
                        .toList());
        return firsts.entrySet().stream()
                .filter(file -> file.getValue() >= 0)
                .sorted(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
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

    /** Whether the file with this key is one that was put away. */
    boolean isPutAway(@Nullable Object key) throws IOException {
        return withKey(key, earlier) != null;
    }

    /** Returns the file with this key if logrotate has renamed it to a backup, which its next backup replaces. */
    @Nullable Path backup(@Nullable Object key) throws IOException {
        return withKey(key, backup);
    }

    private @Nullable Path withKey(@Nullable Object key, Pattern names) throws IOException {
        for (Path file : named(names)) {
            if (key != null && AuditFile.size(file, key) >= 0) {
                return file;
            }
        }
        return null;
    }

    private Matcher name(Path file) {
        return earlier.matcher(String.valueOf(file.getFileName()));
    }

    private List<Path> putAway() throws IOException {
        return named(earlier);
    }

    private List<Path> named(Pattern names) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file ->
                            names.matcher(String.valueOf(file.getFileName())).matches())
                    .toList();
        }
    }
}
