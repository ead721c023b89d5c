package dev.tenon.guard.audit;

import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Follows a chain line by line, and collects what is wrong with it. */
final class VerifiedLines {
    private static final int MAX_PROBLEMS = 100;
    private static final int MAX_UNANSWERED = 100_000;

    private final List<AuditProblem> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> unanswered = new ArrayList<>();
    private final @Nullable ChainEntry head;
    private ChainEntry before = ChainEntry.START;
    private boolean headSeen;
    /** The file and the line that are looked at. */
    private Path file;

    private Path firstFile;
    private long number;
    private long lines;
    private long first;
    /** All lines from this number on must be there. */
    private long oldest;

    /**
     * Follows a chain.
     *
     * @param file its first file
     * @param head the line that was noted as the last one, or null
     * @param from lines before that number may be missing
     */
    VerifiedLines(Path file, @Nullable ChainEntry head, long from) {
        this.oldest = from;
        this.file = file;
        this.firstFile = file;
        this.head = head;
    }

    /** The number of the last line; 0 when there is none. */
    long last() {
        return before.sequence();
    }

    /** Takes all lines of the next file. */
    void read(Path next, boolean isLast, boolean isRotated) throws IOException {
        file = next;
        number = 0;
        try (AuditLines read = new AuditLines(next)) {
            for (byte[] line = read.next(); line != null; line = read.next()) {
                number++;
                take(line);
            }
            number++;
            if (read.torn() > 0 && isLast) {
                notes.add("The last line was torn off after " + read.torn()
                        + " bytes: it was being written when the process ended");
            } else if (read.torn() > 0 && isRotated) {
                // A copy that logrotate made may end within a line, which is then in the next file.
                problem("this line is cut off, though files follow");
            }
        }
    }

    private void take(byte[] line) {
        lines++;
        ChainEntry entry = ChainEntry.of(line);
        if (entry == null) {
            problem("this line is no entry of an audit: it was changed");
            before = new ChainEntry(last() + 1, "", "", null);
            return;
        }
        if (lines == 1) {
            begin(entry);
        } else if (!entry.follows(before)) {
            breach(entry);
        }
        if (head != null && head.sequence() == entry.sequence()) {
            headSeen = true;
            if (!head.hash().equals(entry.hash())) {
                problem("this line was changed: its hash is not the one that was noted");
            }
        }
        if (entry.event() != null) {
            event(entry.event());
        }
        before = entry;
    }

    private void begin(ChainEntry entry) {
        first = entry.sequence();
        firstFile = file;
        if (first == 1 && !entry.previous().equals(ChainEntry.START.hash())) {
            problem("this line is the first, but names one before it: it was changed");
        }
    }

    private void breach(ChainEntry entry) {
        long expected = last() + 1;
        if (entry.sequence() > expected) {
            missing(expected, entry.sequence());
        } else if (entry.sequence() < expected) {
            problem("this line is number " + entry.sequence() + " of the chain where " + expected
                    + " is due: lines were put in another order or repeated");
        } else if (!before.hash().isEmpty()) {
            problem("the line before this one was changed, or this line's hash of it was");
        }
    }

    private void missing(long from, long next) {
        problem("lines " + from + " to " + (next - 1) + " of the chain are missing before this one");
    }

    /** What a line of the guard itself says. */
    private void event(Json event) {
        switch (text(event, "event")) {
            case "opened" -> {
                opened(event, "noHead", "the note of the last line was missing: lines may have been cut off");
                opened(event, "noCalls", "the file of the calls under way was missing");
                opened(event, "changed", "line " + number(event, "changed") + " of the chain was not as noted");
            }
            case "reopened" -> {
                String change = text(event, "was");
                if (!change.equals("renamed") && !change.equals("copied")) {
                    problem("another process changed the files while the guard ran: " + change);
                }
            }
            case "rotated" -> oldest = Math.max(oldest, number(event, "oldest"));
            case "resumed" -> {
                if (number(event, "lost") > 0) {
                    notes.add("Before line " + (last() + 1) + " of the chain, " + number(event, "lost")
                            + " calls have no line: the file could not be written");
                }
            }
            case "interrupted", "unwritten" ->
                unanswered(Objects.requireNonNullElse(event.get("call"), Json.EMPTY_OBJECT));
            default -> {}
        }
    }

    private void opened(Json event, String finding, String problem) {
        if (event.get(finding) != null) {
            problem("when the guard started here, " + problem);
        }
    }

    private static String text(Json event, String name) {
        return String.valueOf(event.string(name));
    }

    private static long number(Json event, String name) {
        Json value = event.get(name);
        return value == null || value.number() == null ? 0 : value.number().longValue();
    }

    /** All lines were taken; {@code headFile} is where the last line was noted. */
    void end(Path headFile) {
        Path end = file;
        file = firstFile;
        number = 1;
        if (first > oldest) {
            missing(oldest, first);
        } else if (first > 1) {
            notes.add("The audit begins with line " + first + " of the chain: files before it are not here");
        }
        file = end;
        number = 0;
        if (head == null) {
            problem("the note " + headFile.getFileName() + " of the last line is missing: lines may have been cut off");
        } else if (head.sequence() > last()) {
            problem("the end is cut off: line " + head.sequence() + " of the chain was written, but " + last()
                    + " is the last that is here");
        } else if (!headSeen && first <= head.sequence()) {
            problem("line " + head.sequence() + " of the chain, which was noted, is not here");
        }
    }

    /** A call that was begun, and that nothing answered as far as is known. */
    void unanswered(Json call) {
        if (unanswered.size() < MAX_UNANSWERED) {
            unanswered.add(call.toString());
        }
    }

    /** Notes what is wrong at the place that is looked at. */
    void problem(String message) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new AuditProblem(file, number, message));
        }
    }

    AuditReport report() {
        return new AuditReport(lines, first, last(), before.hash(), problems, notes, unanswered);
    }
}
