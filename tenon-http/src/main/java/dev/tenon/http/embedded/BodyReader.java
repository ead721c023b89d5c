package dev.tenon.http.embedded;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.server.HttpBody;
import dev.tenon.transport.MemoryBudget;
import dev.tenon.transport.MessageBuffer;
import io.vertx.core.buffer.Buffer;

/** Gathers the body of one request up to its bound; what comes beyond is thrown away as it comes. */
final class BodyReader {
    private final HttpBody body;
    private final MessageBuffer bytes;
    private final Visit visit;
    private boolean over;

    BodyReader(HttpBody body, MemoryBudget budget, Visit visit) {
        this.body = body;
        this.bytes = new MessageBuffer(body.maxBytes(), budget);
        this.visit = visit;
    }

    void chunk(Buffer chunk) {
        if (over) {
            return;
        }
        if (!bytes.fits(chunk.length())) {
            refuse(body::tooLarge);
        } else if (!bytes.add(chunk.getBytes(), chunk.length())) {
            refuse(body::noRoom);
        }
    }

    /** Nothing more comes. */
    void end(boolean whole) {
        if (!over) {
            over = true;
            if (!whole) {
                bytes.release();
            } else if (bytes.length() <= ExecutionContext.MAX_INLINE_BYTES) {
                handOn();
            } else {
                visit.parseElsewhere(this::handOn);
            }
        }
    }

    private void handOn() {
        byte[] whole;
        try {
            whole = bytes.toArray();
        } catch (OutOfMemoryError e) {
            refuse(body::noRoom);
            return;
        }
        body.received(whole);
        bytes.clear();
    }

    /** The request is answered: the server is done with its body, or counts it among those of the requests that it works on. */
    void release() {
        bytes.release();
    }

    private void refuse(Runnable refusal) {
        over = true;
        bytes.clear();
        refusal.run();
    }
}
