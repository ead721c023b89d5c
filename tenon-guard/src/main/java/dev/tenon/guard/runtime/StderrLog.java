package dev.tenon.guard.runtime;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.content.SecretDetector;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.text.Excerpts;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Passes the standard error of a program on to the guard's log. Each line begins with the name of the upstream in
 * brackets, so that no line of a program looks like one of the guard, and what steers a terminal is written as in JSON.
 * Secrets are redacted: those of known formats, and the values of the program's variables whose names say that they are
 * secret. What exceeds the bound is left out and counted.
 */
final class StderrLog implements Consumer<String> {
    /** The time over which the size of the lines is bounded. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    /** What a line counts at least, in bytes: it has a prefix, and it costs something to look at. */
    static final int LINE_BYTES = 64;

    /** Shorter values are too likely to be in a line by chance. */
    private static final int MIN_SECRET_CHARS = 6;

    private final String prefix;
    private final List<String> secrets;
    private final long maxBytes;
    private final LogRateLimiter limit;
    private final Consumer<String> log;
    private final LongAdder allLeftOut;
    private final AtomicBoolean isLeavingOut = new AtomicBoolean();

    /**
     * The standard error of a program.
     *
     * @param upstream its name
     * @param environment its variables
     * @param mostBytes how much is logged in {@link #WINDOW}
     * @param log told each line
     * @param allLeftOut counts the lines that are left out
     * @param nanoTime a clock, such as {@link System#nanoTime}
     */
    StderrLog(
            String upstream,
            Map<String, String> environment,
            long mostBytes,
            Consumer<String> log,
            LongAdder allLeftOut,
            LongSupplier nanoTime) {
        this.prefix = "[" + upstream + "] ";
        this.secrets = environment.entrySet().stream()
                .filter(variable -> variable.getValue().length() >= MIN_SECRET_CHARS && isSecret(variable.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        this.maxBytes = mostBytes;
        this.log = log;
        this.allLeftOut = allLeftOut;
        this.limit = new LogRateLimiter(mostBytes, WINDOW, nanoTime);
    }

    private static boolean isSecret(String variable) {
        String name = variable.toLowerCase(Locale.ROOT);
        return AuditRedactor.DEFAULT_FIELDS.stream().anyMatch(field -> field.matches(name));
    }

    @Override
    public void accept(String line) {
        long leftOut = limit.tryAdmit(Math.max(LINE_BYTES, line.length()));
        if (leftOut < 0) {
            allLeftOut.increment();
            if (isLeavingOut.compareAndSet(false, true)) {
                log.accept(prefix + "(more lines are left out: standard error is limited to " + maxBytes + " bytes in "
                        + WINDOW.toSeconds() + " s; \"stderr\" of the upstream changes that)");
            }
            return;
        }
        isLeavingOut.set(false);
        if (leftOut > 0) {
            log.accept(prefix + "(" + leftOut + " lines were left out)");
        }
        log.accept(prefix + redact(line));
    }

    /** A line without its secrets and without what steers a terminal. */
    String redact(String line) {
        String text = line;
        for (String secret : secrets) {
            text = text.replace(secret, "[redacted]");
        }
        text = SecretDetector.COMMON.redact(text.replace("\t", "    "));
        return Excerpts.escapeInvisible(text, text.length());
    }
}
