package dev.tenon.http.embedded.internal.connection;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.buffer.MessageBuffer;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.server.http.HttpBodyReceiver;
import io.vertx.core.buffer.Buffer;

/** Collects the body of one request up to its limit; the rest is discarded as it arrives. */
final class RequestBodyAggregator {
    private final HttpBodyReceiver body;
    private final MessageBuffer bytes;
    private final VertxExchange exchange;
    private boolean ended;

    RequestBodyAggregator(HttpBodyReceiver body, MemoryBudget budget, VertxExchange exchange) {
        this.body = body;
        this.bytes = new MessageBuffer(body.maxBytes(), budget);
        this.exchange = exchange;
    }

    void onChunk(Buffer chunk) {
        if (ended) {
            return;
        }
        if (!bytes.fits(chunk.length())) {
            reject(body::onTooLarge);
        } else if (!bytes.tryAppend(chunk.getBytes(), chunk.length())) {
            reject(body::onOutOfMemory);
        }
    }

    /**
     * Called when the body has ended.
     *
     * @param complete whether all of it has arrived
     */
    void onEnd(boolean complete) {
        if (!ended) {
            ended = true;
            if (!complete) {
                bytes.release();
            } else if (bytes.length() <= ThreadBlockingContext.MAX_INLINE_BYTES) {
                deliver();
            } else {
                exchange.offloadParsing(this::deliver);
            }
        }
    }

    private void deliver() {
        byte[] complete;
        try {
            complete = bytes.toArray();
        } catch (OutOfMemoryError e) {
            reject(body::onOutOfMemory);
            return;
        }
        body.onBody(complete);
        bytes.clear();
    }

    /**
     * Releases the body after the response has started: the server has processed it, or counts it among its active
     * requests.
     */
    void release() {
        bytes.release();
    }

    private void reject(Runnable rejection) {
        ended = true;
        bytes.clear();
        rejection.run();
    }
}
