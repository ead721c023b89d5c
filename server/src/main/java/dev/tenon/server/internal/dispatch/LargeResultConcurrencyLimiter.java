package dev.tenon.server.internal.dispatch;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.model.AudioContent;
import dev.tenon.model.BlobResourceContents;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Content;
import dev.tenon.model.EmbeddedResource;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.ImageContent;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.ResourceContents;
import dev.tenon.model.Result;
import dev.tenon.model.TextContent;
import dev.tenon.model.TextResourceContents;
import dev.tenon.server.internal.request.RequestExecution;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many handler threads of a server write large results concurrently to half of the processors. Otherwise a
 * burst of large results would occupy all processors, and small requests would wait until the last one is written
 * (docs/choices/large-results.md).
 */
public final class LargeResultConcurrencyLimiter {
    private static final int LARGE_CHARACTERS = ThreadBlockingContext.MAX_INLINE_BYTES;

    private final Semaphore writers =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);

    /**
     * Writes the result of a handler on its thread. A large result waits for a permit first, unless the request has
     * completed.
     */
    public void write(Result result, RequestExecution execution, Runnable writer) {
        if (countCharacters(result) <= LARGE_CHARACTERS) {
            writer.run();
            return;
        }
        ThreadBlockingContext.assertCanBlock("write a large result");
        if (execution.isCompleted()) {
            return;
        }
        writers.acquireUninterruptibly();
        try {
            writer.run();
        } finally {
            writers.release();
        }
    }

    /**
     * Returns the approximate length of a written result; counts texts, images, audio, resources and structured
     * content.
     */
    private static long countCharacters(Result result) {
        long sum = 0;
        if (result instanceof CallToolResult called) {
            for (Content content : called.content()) {
                sum += countCharacters(content);
            }
            sum += countCharacters(called.structuredContent());
        } else if (result instanceof ReadResourceResult read) {
            for (ResourceContents contents : read.contents()) {
                sum += countCharacters(contents);
            }
        } else if (result instanceof GetPromptResult prompt) {
            for (PromptMessage message : prompt.messages()) {
                sum += countCharacters(message.content());
            }
        }
        return sum;
    }

    private static long countCharacters(Content content) {
        if (content instanceof TextContent text) {
            return text.text().length();
        }
        if (content instanceof ImageContent image) {
            return image.data().length();
        }
        if (content instanceof AudioContent audio) {
            return audio.data().length();
        }
        return content instanceof EmbeddedResource embedded ? countCharacters(embedded.resource()) : 0;
    }

    private static long countCharacters(ResourceContents contents) {
        return contents instanceof TextResourceContents text
                ? text.text().length()
                : ((BlobResourceContents) contents).blob().length();
    }

    private static long countCharacters(@Nullable Json json) {
        return json == null ? 0 : json.sizeInBytes();
    }
}
