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
 * The files of one audit: {@code audit.jsonl} is written; {@code audit.000000000042.jsonl} began with line 42. What
 * logrotate makes of the first belongs to it too: {@code audit.jsonl.1}, {@code audit.jsonl-20260102}, {@code
 * audit.jsonl.2.gz}.
 */
final class AuditFileSet {
    /** How often the earlier files are looked at while another process changes them. */
    private static final int MAX_LISTINGS = 100;

    private final Path current;
    private final Path directory;
    private final String stem;
    private final String extension;
    /** A number in its group for those that the guard itself put away. */
    private final Pattern earlier;
    /** The name that logrotate's {@code create} gives to a file that it finds in the place of the one it creates. */
    private final Pattern backup;

    AuditFileSet(Path current) {
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

    Path currentPath() {
        return current;
    }

    Path directory() {
        return directory;
    }

    /** The note of how far the chain has come. */
    Path headPath() {
        return siblingPath(".head");
    }

    /** The calls that were begun and have no line yet. */
    Path journalPath() {
        return siblingPath(".calls");
    }

    /** Where the next content of the current file is prepared. */
    Path nextPath() {
        return siblingPath(".new");
    }

    private Path siblingPath(String ending) {
        return current.resolveSibling(current.getFileName() + ending);
    }

    /** Where a file goes whose first line has that number. */
    Path rotated(long first) {
        return current.resolveSibling(stem + "." + String.format(Locale.ROOT, "%012d", first) + extension);
    }

    /** The files that the guard itself put away, the oldest first. */
    List<Path> rotated() throws IOException {
        return listArchived().stream().filter(this::isRotated).sorted().toList();
    }

    /** Whether a file was put away by the guard itself, which never does so within a line. */
    boolean isRotated(Path file) {
        Matcher name = matchName(file);
        return name.matches() && name.group(1) != null;
    }

    /** Returns the number of the first line of a file that was put away; -1 when that line is not an audit line. */
    long firstSequence(Path file) throws IOException {
        Matcher name = matchName(file);
        if (name.matches() && name.group(1) != null) {
            return Long.parseLong(name.group(1));
        }
        ChainEntry first = AuditLineReader.readFirst(file);
        return first == null ? -1 : first.sequence();
    }

    /**
     * All files before the one that is written, the oldest first; those that others put away count where they begin
     * with a line.
     */
    List<Path> earlierFiles() throws IOException {
        Map<Path, Long> firsts = new TreeMap<>();
        for (Path file : listArchived()) {
            firsts.put(file, firstSequence(file));
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
    List<Path> allFiles() throws IOException {
        List<Path> all = new ArrayList<>(earlierFiles());
        if (Files.exists(current)) {
            all.add(current);
        }
        return all;
    }

    /** The last line before the current file; read again when another process renamed or packed the files meanwhile. */
    @Nullable ChainEntry lastEarlierEntry() throws IOException {
        List<Path> earlier;
        ChainEntry last;
        int looks = 0;
        do {
            earlier = earlierFiles();
            last = earlier.isEmpty()
                    ? null
                    : AuditFileTail.readFrom(earlier.get(earlier.size() - 1)).last();
        } while (!earlierFiles().equals(earlier) && ++looks < MAX_LISTINGS);
        return last;
    }

    /** Whether the file with this key is one that was put away. */
    boolean isArchived(@Nullable Object key) throws IOException {
        return findByKey(key, earlier) != null;
    }

    /** Returns the file with this key if logrotate has renamed it to a backup, which its next backup replaces. */
    @Nullable Path findBackup(@Nullable Object key) throws IOException {
        return findByKey(key, backup);
    }

    private @Nullable Path findByKey(@Nullable Object key, Pattern names) throws IOException {
        for (Path file : listMatching(names)) {
            if (key != null && AuditFile.size(file, key) >= 0) {
                return file;
            }
        }
        return null;
    }

    private Matcher matchName(Path file) {
        return earlier.matcher(String.valueOf(file.getFileName()));
    }

    private List<Path> listArchived() throws IOException {
        return listMatching(earlier);
    }

    private List<Path> listMatching(Pattern names) throws IOException {
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
