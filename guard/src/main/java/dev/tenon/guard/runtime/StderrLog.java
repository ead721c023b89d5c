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
 * Logs the standard error of an upstream process. Each line starts with the upstream's name in brackets, so that it
 * cannot be mistaken for a line of the guard, and control characters are escaped as in JSON. Known secret formats are
 * redacted, and so are values of variables whose names indicate secrets. Lines beyond the limit are dropped and
 * counted.
 */
final class StderrLog implements Consumer<String> {
    /** The time window of the size limit. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    /** The minimum size of a line in bytes for the limit, as short lines also cost something. */
    static final int LINE_BYTES = 64;

    /** Shorter values are too likely to occur in a line by chance. */
    private static final int MIN_SECRET_CHARS = 6;

    private final String prefix;
    private final List<String> secrets;
    private final long maxBytes;
    private final LogRateLimiter limit;
    private final Consumer<String> log;
    private final LongAdder droppedTotal;
    private final AtomicBoolean isDropping = new AtomicBoolean();

    /**
     * Creates a log for one process.
     *
     * @param upstream the name of the upstream
     * @param environment the environment variables of the process
     * @param maxBytes the maximum number of bytes logged in {@link #WINDOW}
     * @param log receives each line
     * @param droppedTotal counts dropped lines
     * @param nanoTime a clock, such as {@link System#nanoTime}
     */
    StderrLog(
            String upstream,
            Map<String, String> environment,
            long maxBytes,
            Consumer<String> log,
            LongAdder droppedTotal,
            LongSupplier nanoTime) {
        this.prefix = "[" + upstream + "] ";
        this.secrets = environment.entrySet().stream()
                .filter(variable -> variable.getValue().length() >= MIN_SECRET_CHARS && isSecret(variable.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        this.maxBytes = maxBytes;
        this.log = log;
        this.droppedTotal = droppedTotal;
        this.limit = new LogRateLimiter(maxBytes, WINDOW, nanoTime);
    }

    private static boolean isSecret(String variable) {
        String name = variable.toLowerCase(Locale.ROOT);
        return AuditRedactor.DEFAULT_FIELDS.stream().anyMatch(field -> field.matches(name));
    }

    @Override
    public void accept(String line) {
        long dropped = limit.admitAndTakeSuppressed(Math.max(LINE_BYTES, line.length()));
        if (dropped < 0) {
            droppedTotal.increment();
            if (isDropping.compareAndSet(false, true)) {
                log.accept(prefix + "(dropping further lines: standard error is limited to " + maxBytes + " bytes in "
                        + WINDOW.toSeconds() + " s; set \"stderr\" of the upstream to change the limit)");
            }
            return;
        }
        isDropping.set(false);
        if (dropped > 0) {
            log.accept(prefix + "(" + dropped + " lines were dropped)");
        }
        log.accept(prefix + redactAndEscape(line));
    }

    /** Redacts secrets and escapes control characters. */
    String redactAndEscape(String line) {
        String redacted = line;
        for (String secret : secrets) {
            redacted = redacted.replace(secret, "[redacted]");
        }
        redacted = SecretDetector.COMMON.redact(redacted.replace("\t", "    "));
        return Excerpts.escapeInvisible(redacted, redacted.length());
    }
}
