package dev.tenon.http.embedded;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.server.HttpBody;
import dev.tenon.transport.MemoryBudget;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Gathers the body of one request up to its bound; what comes beyond is thrown away as it comes. */
final class BodyReader {
    private static final int FIRST_BYTES = 1024;

    private final HttpBody body;
    private final MemoryBudget budget;
    private final Visit visit;
    private final int maxBytes;
    private byte[] bytes = new byte[0];
    private int length;
    private boolean over;

    BodyReader(HttpBody body, MemoryBudget budget, Visit visit) {
        this.body = body;
        this.budget = budget;
        this.visit = visit;
        this.maxBytes = body.maxBytes();
    }

    /** Looks at what the request announces; false when the body is refused before it comes. */
    boolean announced(@Nullable String contentLength) {
        if (contentLength == null) {
            return true;
        }
        long announced = parsed(contentLength);
        if (announced > maxBytes) {
            refuse(body::tooLarge);
            return false;
        }
        return true;
    }

    /** The HTTP decoder has checked it; whatever it let pass is no promise that anything depends on. */
    private static long parsed(String contentLength) {
        try {
            return Long.parseLong(contentLength.strip());
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    void chunk(Buffer chunk) {
        if (over) {
            return;
        }
        int needed = length + chunk.length();
        if (needed > maxBytes || needed < 0) {
            refuse(body::tooLarge);
        } else if (reserve(needed)) {
            chunk.getBytes(bytes, length);
            length = needed;
        } else {
            refuse(body::noRoom);
        }
    }

    private boolean reserve(int needed) {
        if (needed <= bytes.length) {
            return true;
        }
        int wanted = Math.min(Math.max(Math.max(FIRST_BYTES, needed), 2 * bytes.length), Math.max(maxBytes, needed));
        if (!budget.tryGrow(bytes.length, wanted)) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, wanted);
        return true;
    }

    /** Nothing more comes. */
    void end(boolean whole) {
        if (!over) {
            over = true;
            if (!whole) {
                budget.release(bytes.length);
            } else if (length <= ExecutionContext.MAX_INLINE_BYTES) {
                handOn();
            } else {
                visit.parseElsewhere(this::handOn);
            }
        }
    }

    private void handOn() {
        try {
            byte[] complete = bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
            visit.handOn(() -> body.received(complete));
        } finally {
            // Only now: by then the server counts the request among those that it works on.
            budget.release(bytes.length);
        }
    }

    private void refuse(Runnable refusal) {
        over = true;
        budget.release(bytes.length);
        bytes = new byte[0];
        visit.handOn(refusal);
    }
}
