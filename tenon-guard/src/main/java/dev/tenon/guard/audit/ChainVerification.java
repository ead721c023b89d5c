package dev.tenon.guard.audit;

import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Follows a chain line by line, and collects what is wrong with it. */
final class ChainVerification {
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
    ChainVerification(Path file, @Nullable ChainEntry head, long from) {
        this.oldest = from;
        this.file = file;
        this.firstFile = file;
        this.head = head;
    }

    /** The number of the last line; 0 when there is none. */
    long lastSequence() {
        return before.sequence();
    }

    /** Takes all lines of the next file. */
    void verifyFile(Path next, boolean isLast, boolean isRotated) throws IOException {
        file = next;
        number = 0;
        try (AuditLineReader read = new AuditLineReader(next)) {
            for (byte[] line = read.readLine(); line != null; line = read.readLine()) {
                number++;
                verifyLine(line);
            }
            number++;
            if (read.tornBytes() > 0 && isLast) {
                notes.add("The last line was torn off after " + read.tornBytes()
                        + " bytes: it was being written when the process ended");
            } else if (read.tornBytes() > 0 && isRotated) {
                // A copy that logrotate made may end within a line, which is then in the next file.
                addProblem("this line is cut off, though files follow");
            }
        }
    }

    private void verifyLine(byte[] line) {
        lines++;
        ChainEntry entry = ChainEntry.parse(line);
        if (entry == null) {
            addProblem("this line is no entry of an audit: it was changed");
            before = new ChainEntry(lastSequence() + 1, "", "", null);
            return;
        }
        if (lines == 1) {
            checkFirstEntry(entry);
        } else if (!entry.follows(before)) {
            reportBreach(entry);
        }
        if (head != null && head.sequence() == entry.sequence()) {
            headSeen = true;
            if (!head.hash().equals(entry.hash())) {
                addProblem("this line was changed: its hash is not the one that was noted");
            }
        }
        if (entry.event() != null) {
            checkEvent(entry.event());
        }
        before = entry;
    }

    private void checkFirstEntry(ChainEntry entry) {
        first = entry.sequence();
        firstFile = file;
        if (first == 1 && !entry.previous().equals(ChainEntry.START.hash())) {
            addProblem("this line is the first, but names one before it: it was changed");
        }
    }

    private void reportBreach(ChainEntry entry) {
        long expected = lastSequence() + 1;
        if (entry.sequence() > expected) {
            reportMissing(expected, entry.sequence());
        } else if (entry.sequence() < expected) {
            addProblem("this line is number " + entry.sequence() + " of the chain where " + expected
                    + " is due: lines were put in another order or repeated");
        } else if (!before.hash().isEmpty()) {
            addProblem("the line before this one was changed, or this line's hash of it was");
        }
    }

    private void reportMissing(long from, long next) {
        addProblem("lines " + from + " to " + (next - 1) + " of the chain are missing before this one");
    }

    /** What a line of the guard itself says. */
    private void checkEvent(Json event) {
        switch (text(event, "event")) {
            case "opened" -> {
                reportIfPresent(event, "noHead", "the note of the last line was missing: lines may have been cut off");
                reportIfPresent(event, "noCalls", "the file of the calls under way was missing");
                reportIfPresent(
                        event, "changed", "line " + number(event, "changed") + " of the chain was not as noted");
            }
            case "reopened" -> {
                String change = text(event, "was");
                if (!change.equals("renamed") && !change.equals("copied")) {
                    addProblem("another process changed the files while the guard ran: " + change);
                }
            }
            case "rotated" -> oldest = Math.max(oldest, number(event, "oldest"));
            case "resumed" -> {
                if (number(event, "lost") > 0) {
                    notes.add("Before line " + (lastSequence() + 1) + " of the chain, " + number(event, "lost")
                            + " calls have no line: the file could not be written");
                }
            }
            case "interrupted", "unwritten" ->
                addUnanswered(Objects.requireNonNullElse(event.get("call"), Json.EMPTY_OBJECT));
            default -> {}
        }
    }

    private void reportIfPresent(Json event, String finding, String problem) {
        if (event.get(finding) != null) {
            addProblem("when the guard started here, " + problem);
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
    void finish(Path headFile) {
        Path end = file;
        file = firstFile;
        number = 1;
        if (first > oldest) {
            reportMissing(oldest, first);
        } else if (first > 1) {
            notes.add("The audit begins with line " + first + " of the chain: files before it are not here");
        }
        file = end;
        number = 0;
        if (head == null) {
            addProblem(
                    "the note " + headFile.getFileName() + " of the last line is missing: lines may have been cut off");
        } else if (head.sequence() > lastSequence()) {
            addProblem("the end is cut off: line " + head.sequence() + " of the chain was written, but "
                    + lastSequence() + " is the last that is here");
        } else if (!headSeen && first <= head.sequence()) {
            addProblem("line " + head.sequence() + " of the chain, which was noted, is not here");
        }
    }

    /** A call that was begun, and that nothing answered as far as is known. */
    void addUnanswered(Json call) {
        if (unanswered.size() < MAX_UNANSWERED) {
            unanswered.add(call.toString());
        }
    }

    /** Notes what is wrong at the place that is looked at. */
    void addProblem(String message) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new AuditProblem(file, number, message));
        }
    }

    AuditReport toReport() {
        return new AuditReport(lines, first, lastSequence(), before.hash(), problems, notes, unanswered);
    }
}
