package dev.tenon.http.embedded.internal.connection;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.buffer.MessageBuffer;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.server.http.HttpBodyReceiver;
import io.vertx.core.buffer.Buffer;

/** Gathers the body of one request up to its bound; what comes beyond is thrown away as it comes. */
final class RequestBodyAggregator {
    private final HttpBodyReceiver body;
    private final MessageBuffer bytes;
    private final VertxExchange visit;
    private boolean over;

    RequestBodyAggregator(HttpBodyReceiver body, MemoryBudget budget, VertxExchange visit) {
        this.body = body;
        this.bytes = new MessageBuffer(body.maxBytes(), budget);
        this.visit = visit;
    }

    void onChunk(Buffer chunk) {
        if (over) {
            return;
        }
        if (!bytes.fits(chunk.length())) {
            reject(body::onTooLarge);
        } else if (!bytes.add(chunk.getBytes(), chunk.length())) {
            reject(body::onOutOfMemory);
        }
    }

    /** Nothing more comes. */
    void onEnd(boolean whole) {
        if (!over) {
            over = true;
            if (!whole) {
                bytes.release();
            } else if (bytes.length() <= ExecutionContext.MAX_INLINE_BYTES) {
                deliver();
            } else {
                visit.offloadParsing(this::deliver);
            }
        }
    }

    private void deliver() {
        byte[] whole;
        try {
            whole = bytes.toArray();
        } catch (OutOfMemoryError e) {
            reject(body::onOutOfMemory);
            return;
        }
        body.onBody(whole);
        bytes.clear();
    }

    /**
     * The request is answered: the server is done with its body, or counts it among those of the requests that it works
     * on.
     */
    void release() {
        bytes.release();
    }

    private void reject(Runnable refusal) {
        over = true;
        bytes.clear();
        refusal.run();
    }
}
