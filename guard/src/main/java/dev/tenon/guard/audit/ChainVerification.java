package dev.tenon.guard.audit;

import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Verifies a chain line by line, and collects its problems. */
final class ChainVerification {
    private static final int MAX_PROBLEMS = 100;
    private static final int MAX_UNANSWERED = 100_000;

    private final List<AuditProblem> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> unanswered = new ArrayList<>();
    private final @Nullable ChainEntry head;
    private ChainEntry previous = ChainEntry.START;
    private boolean headSeen;
    /** The file and the line that are being verified. */
    private Path file;

    private Path firstFile;
    private long lineNumber;
    private long lines;
    private long first;
    /** The sequence number from which on all lines must exist. */
    private long oldest;

    /**
     * Starts the verification of a chain.
     *
     * @param file the first file
     * @param head the line recorded in the head file, or null
     * @param firstExpected the sequence number of the first line that must exist
     */
    ChainVerification(Path file, @Nullable ChainEntry head, long firstExpected) {
        this.oldest = firstExpected;
        this.file = file;
        this.firstFile = file;
        this.head = head;
    }

    /** Returns the sequence number of the last line; 0 without lines. */
    long lastSequence() {
        return previous.sequence();
    }

    /** Verifies all lines of the next file. */
    void verifyFile(Path next, boolean isLast, boolean isRotated) throws IOException {
        file = next;
        lineNumber = 0;
        try (AuditLineReader reader = new AuditLineReader(next)) {
            for (byte[] line = reader.readLine(); line != null; line = reader.readLine()) {
                lineNumber++;
                verifyLine(line);
            }
            lineNumber++;
            if (reader.tornBytes() > 0 && isLast) {
                notes.add("The last line was torn off after " + reader.tornBytes()
                        + " bytes: it was being written when the process ended");
            } else if (reader.tornBytes() > 0 && isRotated) {
                // A copy by logrotate may end within a line, which the next file then contains.
                addProblem("this line is cut off, though files follow");
            }
        }
    }

    private void verifyLine(byte[] line) {
        lines++;
        ChainEntry entry = ChainEntry.parse(line);
        if (entry == null) {
            addProblem("this line is not an audit entry: it was changed");
            previous = new ChainEntry(lastSequence() + 1, "", "", null);
            return;
        }
        if (lines == 1) {
            recordChainStartAndCheckFirstNumber(entry);
        } else if (!entry.follows(previous)) {
            reportBreach(entry);
        }
        if (head != null && head.sequence() == entry.sequence()) {
            headSeen = true;
            if (!head.hash().equals(entry.hash())) {
                addProblem("this line was changed: its hash differs from the recorded one");
            }
        }
        if (entry.event() != null) {
            evaluateGuardEvent(entry.event());
        }
        previous = entry;
    }

    private void recordChainStartAndCheckFirstNumber(ChainEntry entry) {
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
                    + " is expected: lines were reordered or repeated");
        } else if (!previous.hash().isEmpty()) {
            addProblem("the line before this one was changed, or this line's hash of it was");
        }
    }

    private void reportMissing(long firstExpected, long next) {
        addProblem("lines " + firstExpected + " to " + (next - 1) + " of the chain are missing before this one");
    }

    /** Evaluates an event line of the guard; a rotation moves the first line that must exist. */
    private void evaluateGuardEvent(Json event) {
        switch (text(event, "event")) {
            case "opened" -> {
                reportIfPresent(event, "noHead", "the note of the last line was missing: lines may have been cut off");
                reportIfPresent(event, "noCalls", "the file of the calls under way was missing");
                String line = "line " + number(event, "changed");
                reportIfPresent(event, "changed", line + " of the chain differed from the recorded hash");
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
                addUnansweredCall(Objects.requireNonNullElse(event.get("call"), Json.EMPTY_OBJECT));
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

    /**
     * Completes the verification after all lines. Adds a problem if lines before the first one are missing, if the head
     * file is missing, or if the line that the head file records is missing; adds a note if older files are not here.
     *
     * @param headFile the path of the head file, for messages; the file is not read
     */
    void checkStartAndEndOfChain(Path headFile) {
        Path lastFile = file;
        file = firstFile;
        lineNumber = 1;
        if (first > oldest) {
            reportMissing(oldest, first);
        } else if (first > 1) {
            notes.add("The audit begins with line " + first + " of the chain: files before it are not here");
        }
        file = lastFile;
        lineNumber = 0;
        if (head == null) {
            addProblem(
                    "the note " + headFile.getFileName() + " of the last line is missing: lines may have been cut off");
        } else if (head.sequence() > lastSequence()) {
            addProblem("the end is cut off: line " + head.sequence() + " of the chain was written, but "
                    + lastSequence() + " is the last that is here");
        } else if (!headSeen && first <= head.sequence()) {
            addProblem("line " + head.sequence() + " of the chain, which was recorded, is missing");
        }
    }

    /**
     * Adds a call that started and has no known response. It is not a problem: the audit stays intact. Calls beyond
     * 100,000 are dropped.
     */
    void addUnansweredCall(Json call) {
        if (unanswered.size() < MAX_UNANSWERED) {
            unanswered.add(call.toString());
        }
    }

    /** Adds a problem at the current position. Problems beyond 100 are dropped. */
    void addProblem(String message) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new AuditProblem(file, lineNumber, message));
        }
    }

    AuditReport toReport() {
        return new AuditReport(lines, first, lastSequence(), previous.hash(), problems, notes, unanswered);
    }
}
