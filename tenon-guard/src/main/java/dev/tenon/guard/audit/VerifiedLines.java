package dev.tenon.guard.audit;

import dev.tenon.json.Json;
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
    private @Nullable ChainEntry before;
    private @Nullable Path firstFile;
    private boolean headSeen;
    private boolean isBegunByRotation;
    /** The place of the line that is looked at. */
    private @Nullable Path file;

    private long number;
    private long lines;
    private long first;
    private long oldest = 1;

    /** {@code head} is the line that was noted as the last one, or null. */
    VerifiedLines(@Nullable ChainEntry head) {
        this.head = head;
    }

    /** The last line; that before the first when there is none. */
    ChainEntry last() {
        return before == null ? ChainEntry.START : before;
    }

    /** Takes the next line. */
    void next(Path file, long number, byte[] line) {
        this.file = file;
        this.number = number;
        lines++;
        ChainEntry entry = ChainEntry.of(line);
        if (entry == null) {
            problem("this line is no entry of an audit: it was changed");
            before = new ChainEntry(before == null ? 0 : before.sequence() + 1, "", "", null);
            return;
        }
        if (before == null) {
            begin(entry);
        } else if (!entry.follows(before)) {
            breach(before, entry);
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
        isBegunByRotation = entry.event() != null && isRotation(text(entry.event(), "was"));
        if (first == 1 && !entry.previous().equals(ChainEntry.START.hash())) {
            problem("this line is the first, but names one before it: it was changed");
        }
    }

    private static boolean isRotation(String change) {
        return change.equals("renamed") || change.equals("copied");
    }

    private void breach(ChainEntry previous, ChainEntry entry) {
        long expected = previous.sequence() + 1;
        if (entry.sequence() > expected) {
            problem("lines " + expected + " to " + (entry.sequence() - 1)
                    + " of the chain are missing before this one");
        } else if (entry.sequence() < expected) {
            problem("this line is number " + entry.sequence() + " of the chain where " + expected
                    + " is due: lines were put in another order or repeated");
        } else if (!previous.hash().isEmpty()) {
            problem("the line before this one was changed, or this line's hash of it was");
        }
    }

    /** What a line of the guard itself says. */
    private void event(Json event) {
        switch (text(event, "event")) {
            case "opened" -> opened(event);
            case "reopened" -> {
                String change = text(event, "was");
                if (!isRotation(change)) {
                    problem("another process changed the files while the guard ran: " + change);
                }
            }
            case "rotated" -> oldest = number(event, "oldest");
            case "resumed" -> {
                if (number(event, "lost") > 0) {
                    note("Before line " + before(1) + " of the chain, " + number(event, "lost")
                            + " calls have no line: the file could not be written");
                }
            }
            case "interrupted", "unwritten" -> {
                Json call = event.get("call");
                unanswered(call == null ? Json.EMPTY_OBJECT : call);
            }
            default -> {}
        }
    }

    private void opened(Json event) {
        if (event.get("noHead") != null) {
            problem("when the guard started here, the note of the last line was missing: lines may have been cut off");
        }
        if (event.get("noCalls") != null) {
            problem("when the guard started here, the file of the calls under way was missing");
        }
        if (event.get("changed") != null) {
            problem("when the guard started here, line " + number(event, "changed") + " of the chain was not as noted");
        }
    }

    private long before(long more) {
        return last().sequence() + more;
    }

    private static String text(Json event, String name) {
        return String.valueOf(event.string(name));
    }

    private static long number(Json event, String name) {
        Json value = event.get(name);
        return value == null || value.number() == null ? 0 : value.number().longValue();
    }

    /** All lines were taken; {@code end} is in the last one, and {@code headFile} where the last line was noted. */
    void end(Path end, Path headFile) {
        file = end;
        number = 0;
        long last = last().sequence();
        if (first > oldest && !isBegunByRotation && firstFile != null) {
            problem(
                    firstFile,
                    1,
                    "lines " + oldest + " to " + (first - 1) + " of the chain are missing before this one");
        } else if (first > 1) {
            note("The audit begins with line " + first + " of the chain: files before it are not here");
        }
        if (head == null) {
            problem("the note " + headFile.getFileName() + " of the last line is missing: lines may have been cut off");
        } else if (head.sequence() > last) {
            problem("the end is cut off: line " + head.sequence() + " of the chain was written, but " + last
                    + " is the last that is here");
        } else if (!headSeen && first <= head.sequence()) {
            problem("line " + head.sequence() + " of the chain, which was noted, is not here");
        }
    }

    void note(String text) {
        notes.add(text);
    }

    /** A call that was begun, and that nothing answered as far as is known. */
    void unanswered(Json call) {
        if (unanswered.size() < MAX_UNANSWERED) {
            unanswered.add(call.toString());
        }
    }

    private void problem(String message) {
        problem(Objects.requireNonNull(file), number, message);
    }

    void problem(Path place, long line, String message) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new AuditProblem(place, line, message));
        }
    }

    AuditReport report() {
        return new AuditReport(lines, first, last().sequence(), last().hash(), problems, notes, unanswered);
    }
}
