package dev.tenon.server.internal;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.model.AudioContent;
import dev.tenon.model.BlobResourceContents;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Content;
import dev.tenon.model.EmbeddedResource;
import dev.tenon.model.ImageContent;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.ResourceContents;
import dev.tenon.model.Result;
import dev.tenon.model.TextContent;
import dev.tenon.model.TextResourceContents;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Lets only half of the processors write large results at a time. A burst of them would keep all processors, and small requests would
 * wait until the last of them is written (docs/choices/large-results.md).
 */
final class LargeResults {
    private static final int LARGE_CHARACTERS = ExecutionContext.MAX_INLINE_BYTES;

    private final Semaphore writers =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
    /** A client in this process may make its next call where it takes the answer. */
    private final ThreadLocal<Boolean> isWriting = ThreadLocal.withInitial(() -> false);

    /** Writes a result. A large one waits for its turn first, on a thread that may wait and does not write one already. */
    void write(Result result, Runnable writing) {
        if (characters(result) <= LARGE_CHARACTERS
                || isWriting.get()
                || !ExecutionContext.current().canBlock()) {
            writing.run();
            return;
        }
        writers.acquireUninterruptibly();
        isWriting.set(true);
        try {
            writing.run();
        } finally {
            isWriting.remove();
            writers.release();
        }
    }

    /** About how long a result is when it is written: what its owner may have made long is counted. */
    private static long characters(Result result) {
        long sum = 0;
        if (result instanceof CallToolResult called) {
            for (Content content : called.content()) {
                sum += characters(content);
            }
            sum += characters(called.structuredContent());
        } else if (result instanceof ReadResourceResult read) {
            for (ResourceContents contents : read.contents()) {
                sum += characters(contents);
            }
        } else if (result instanceof Raw raw) {
            sum = raw.json().size();
        }
        return sum;
    }

    private static long characters(Content content) {
        if (content instanceof TextContent text) {
            return text.text().length();
        }
        if (content instanceof ImageContent image) {
            return image.data().length();
        }
        if (content instanceof AudioContent audio) {
            return audio.data().length();
        }
        return content instanceof EmbeddedResource embedded ? characters(embedded.resource()) : 0;
    }

    private static long characters(ResourceContents contents) {
        return contents instanceof TextResourceContents text
                ? text.text().length()
                : ((BlobResourceContents) contents).blob().length();
    }

    private static long characters(@Nullable Json json) {
        return json == null ? 0 : json.size();
    }
}
