package dev.tenon.guard.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether an audit is whole: whether a line was changed, removed, put in another order or cut off, in any of its files.
 *
 * <p>A chain of hashes proves this against whoever cannot write the whole chain anew. Who must be safe from that, too, keeps the
 * hash of the last line ({@link AuditReport#hash()}) where the guard's machine cannot change it.
 */
public final class AuditVerifier {
    private static final int MOST_PROBLEMS = 100;

    private final List<AuditProblem> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private @Nullable ChainEntry before;
    private @Nullable ChainEntry head;
    private boolean headSeen;
    private long lines;
    private long first;

    private AuditVerifier() {}

    /**
     * Reads all files of the audit that is written to this file, the oldest first.
     *
     * @throws AuditException when there is no such file, or one cannot be read
     */
    public static AuditReport verify(Path file) {
        try {
            return new AuditVerifier().run(new AuditFiles(file.toAbsolutePath()));
        } catch (IOException e) {
            throw new AuditException("The audit file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private AuditReport run(AuditFiles files) throws IOException {
        List<Path> all = new ArrayList<>(files.rotated());
        if (Files.exists(files.current())) {
            all.add(files.current());
        }
        if (all.isEmpty()) {
            throw new AuditException("There is no audit file " + files.current());
        }
        Optional<ChainEntry> noted = ChainHead.read(files.head());
        head = noted.orElse(null);
        for (int i = 0; i < all.size(); i++) {
            file(all.get(i), i == all.size() - 1);
        }
        end(all.get(all.size() - 1), files.head());
        ChainEntry last = before == null ? ChainEntry.START : before;
        return new AuditReport(lines, first, last.sequence(), last.hash(), problems, notes);
    }

    private void file(Path file, boolean isLast) throws IOException {
        long number = 0;
        try (AuditLines read = new AuditLines(file)) {
            for (byte[] line = read.next(); line != null; line = read.next()) {
                line(file, ++number, line);
            }
            if (read.torn() > 0 && isLast) {
                notes.add("The last line was torn off after " + read.torn()
                        + " bytes: it was being written when the process ended");
            } else if (read.torn() > 0) {
                problem(file, number + 1, "this line is cut off, though files follow");
            }
        }
    }

    private void line(Path file, long number, byte[] line) {
        lines++;
        ChainEntry link = ChainEntry.of(line);
        if (link == null) {
            problem(file, number, "this line is no entry of an audit: it was changed");
            before = new ChainEntry(before == null ? 0 : before.sequence() + 1, "", "");
            return;
        }
        if (before == null) {
            begin(file, number, link);
        } else if (!link.follows(before)) {
            breach(file, number, before, link);
        }
        ChainEntry noted = head;
        if (noted != null && noted.sequence() == link.sequence()) {
            headSeen = true;
            if (!noted.hash().equals(link.hash())) {
                problem(file, number, "this line was changed: its hash is not the one that was noted");
            }
        }
        before = link;
    }

    private void begin(Path file, long number, ChainEntry link) {
        first = link.sequence();
        if (link.sequence() != 1) {
            notes.add("The audit begins with line " + link.sequence() + " of the chain: files before it are not here");
        } else if (!link.previous().equals(ChainEntry.START.hash())) {
            problem(file, number, "this line is the first, but names one before it: it was changed");
        }
    }

    private void breach(Path file, long number, ChainEntry previous, ChainEntry link) {
        long expected = previous.sequence() + 1;
        if (link.sequence() > expected) {
            problem(
                    file,
                    number,
                    "lines " + expected + " to " + (link.sequence() - 1) + " of the chain are missing before this one");
        } else if (link.sequence() < expected) {
            problem(
                    file,
                    number,
                    "this line is number " + link.sequence() + " of the chain where " + expected
                            + " is due: lines were put in another order or repeated");
        } else if (!previous.hash().isEmpty()) {
            problem(file, number, "the line before this one was changed, or this line's hash of it was");
        }
    }

    private void end(Path file, Path headFile) {
        long last = before == null ? 0 : before.sequence();
        if (head == null) {
            notes.add("There is no note " + headFile.getFileName()
                    + " of the last line: lines cut off at the end cannot be noticed");
        } else if (head.sequence() > last) {
            problem(
                    file,
                    0,
                    "the end is cut off: line " + head.sequence() + " of the chain was written, but " + last
                            + " is the last that is here");
        } else if (!headSeen && first <= head.sequence()) {
            problem(file, 0, "line " + head.sequence() + " of the chain, which was noted, is not here");
        }
    }

    private void problem(Path file, long line, String message) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(new AuditProblem(file, line, message));
        }
    }
}
