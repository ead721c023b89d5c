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
 * The files of one audit: {@code audit.jsonl} is the current one; {@code audit.000000000042.jsonl} is a rotated one
 * that starts with line 42. Files that logrotate makes of the current one also belong to it: {@code audit.jsonl.1},
 * {@code audit.jsonl-20260102}, {@code audit.jsonl.2.gz}.
 */
final class AuditFileSet {
    /** How often earlier files are listed while another process changes them. */
    private static final int MAX_LISTINGS = 100;

    private final Path current;
    private final Path directory;
    private final String stem;
    private final String extension;
    /** Matches archived files; the group contains the number of files that the guard rotated. */
    private final Pattern earlier;
    /** Matches the name that logrotate's {@code create} gives to a file that is already at the path. */
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

    /** Returns the head file, which records the last line. */
    Path headPath() {
        return siblingPath(".head");
    }

    /** Returns the journal of calls in progress. */
    Path journalPath() {
        return siblingPath(".calls");
    }

    /** Returns the file in which new content of the current file is prepared. */
    Path newContentPath() {
        return siblingPath(".new");
    }

    private Path siblingPath(String suffix) {
        return current.resolveSibling(current.getFileName() + suffix);
    }

    /** Returns the path for a rotated file that starts with this line. The file need not exist. */
    Path rotated(long first) {
        return current.resolveSibling(stem + "." + String.format(Locale.ROOT, "%012d", first) + extension);
    }

    /** Returns the files that the guard rotated, the oldest first. */
    List<Path> rotated() throws IOException {
        return listMatching(earlier).stream().filter(this::isRotated).sorted().toList();
    }

    /** Returns whether the guard rotated a file, which it never does within a line. */
    boolean isRotated(Path file) {
        Matcher name = matchName(earlier, file);
        return name.matches() && name.group(1) != null;
    }

    /** Returns the number of the first line of an archived file; -1 if that is not an audit line. */
    long readFirstSequence(Path file) throws IOException {
        Matcher name = matchName(earlier, file);
        if (name.matches() && name.group(1) != null) {
            return Long.parseLong(name.group(1));
        }
        ChainEntry first = AuditLineReader.readFirst(file);
        return first == null ? -1 : first.sequence();
    }

    /**
     * Returns all files before the current one, the oldest first; those rotated by other programs are included if they
     * start with an audit line.
     */
    List<Path> filesBeforeCurrent() throws IOException {
        Map<Path, Long> firstSequences = new TreeMap<>();
        List<Path> archived = listMatching(earlier);
        for (Path file : archived) {
            firstSequences.put(file, readFirstSequence(file));
        }
        // While logrotate compresses a file, both versions exist.
        archived.forEach(file -> firstSequences.remove(Path.of(file + ".gz")));
        return firstSequences.entrySet().stream()
                .filter(file -> file.getValue() >= 0)
                .sorted(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns all files of the chain in order, with the current one last if it exists. */
    List<Path> allFiles() throws IOException {
        List<Path> files = new ArrayList<>(filesBeforeCurrent());
        if (Files.exists(current)) {
            files.add(current);
        }
        return files;
    }

    /**
     * Returns the last line before the current file; repeats if another process renames or compresses files meanwhile.
     */
    @Nullable ChainEntry lastEntryBeforeCurrent() throws IOException {
        List<Path> files;
        ChainEntry last;
        int attempts = 0;
        do {
            files = filesBeforeCurrent();
            Path newest = files.isEmpty() ? null : files.get(files.size() - 1);
            last = newest == null ? null : AuditFileEnd.readFrom(newest).last();
        } while (!filesBeforeCurrent().equals(files) && ++attempts < MAX_LISTINGS);
        return last;
    }

    /** Returns whether the file with this key was archived. */
    boolean hasArchivedKey(@Nullable Object key) throws IOException {
        return findByKey(key, earlier) != null;
    }

    /** Returns the file with this key if logrotate renamed it to a backup, which its next backup replaces. */
    @Nullable Path findBackup(@Nullable Object key) throws IOException {
        return findByKey(key, backup);
    }

    private @Nullable Path findByKey(@Nullable Object key, Pattern pattern) throws IOException {
        for (Path file : listMatching(pattern)) {
            if (key != null && AuditFile.size(file, key) >= 0) {
                return file;
            }
        }
        return null;
    }

    private static Matcher matchName(Pattern pattern, Path file) {
        return pattern.matcher(String.valueOf(file.getFileName()));
    }

    private List<Path> listMatching(Pattern pattern) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> matchName(pattern, file).matches()).toList();
        }
    }
}
