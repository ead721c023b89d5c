package dev.tenon.client;

import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.json.JsonLimits;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * The limits of a client and what happens when one is exceeded. Start from {@link #DEFAULT} and change what you need:
 * {@code ClientLimits.DEFAULT.toBuilder().callTimeout(Duration.ofMinutes(5)).build()}.
 *
 * @param json limits of one message; a message that exceeds them is discarded, and the call that it responds to fails
 * @param batchMessages messages in one batch, in revisions with batches; a larger batch is discarded
 * @param calls pending calls; a further call fails at once
 * @param callTimeout how long a call may take, connecting included; progress notifications restart it, and it is paused
 *     while a handler or the {@link ApprovalPolicy} runs
 * @param maxCallTimeout how long a call may take regardless of progress
 * @param connectTimeout how long connecting may take, including all attempts
 * @param probeTimeout how long the client waits for the response to {@code server/discover} before it also tries the
 *     handshake of older revisions
 * @param serverRequests requests of the server that are handled at the same time, and input requests in one {@code
 *     input_required} result; further requests are rejected
 * @param rounds how often a server may request input during one call (2026-07-28)
 * @param stateBytes the largest {@code requestState} that the client sends back, in bytes
 * @param pages pages of one list
 * @param listItems items of one list; all its pages together may be as large as one message
 * @param cachedResults results that the client caches while they are fresh
 * @param notifications notifications queued for the listener, together at most as large as one message, plus the same
 *     number of change notifications, of which equal ones are merged; further ones are dropped, counted and logged
 * @param queue limits of the queue of outgoing messages for a slow server; when it is exceeded, the connection is
 *     closed, or over HTTP, where each message has its own request, the message is not sent. Its {@link
 *     ChannelLimits#maxMessageBytes} is always that of {@code json}
 * @param reconnects how often in a row the client reconnects without a call having succeeded
 * @param reconnectDelay the delay before the second attempt to reconnect; it doubles with each attempt, up to 30
 *     seconds
 */
public record ClientLimits(
        JsonLimits json,
        int batchMessages,
        int calls,
        Duration callTimeout,
        Duration maxCallTimeout,
        Duration connectTimeout,
        Duration probeTimeout,
        int serverRequests,
        int rounds,
        int stateBytes,
        int pages,
        int listItems,
        int cachedResults,
        int notifications,
        ChannelLimits queue,
        int reconnects,
        Duration reconnectDelay) {
    private static final int DEFAULT_MAX_MESSAGE_BYTES = 32 << 20;

    /** The default limits; the table in {@code docs/client.md} lists them. */
    public static final ClientLimits DEFAULT = new ClientLimits(
            new JsonLimits(DEFAULT_MAX_MESSAGE_BYTES, 64, DEFAULT_MAX_MESSAGE_BYTES, 100, 1024, 1_000_000),
            100,
            64,
            Duration.ofSeconds(60),
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            16,
            10,
            4 << 20,
            1000,
            10_000,
            256,
            1000,
            ChannelLimits.DEFAULT,
            5,
            Duration.ofMillis(250));

    public ClientLimits {
        queue = queue.withMessageBytes(json.bytes());
        IntStream positive =
                IntStream.of(batchMessages, calls, serverRequests, rounds, stateBytes, pages, listItems, notifications);
        if (positive.anyMatch(limit -> limit < 1) || cachedResults < 0 || reconnects < 0) {
            throw new IllegalArgumentException(
                    "Every limit must be at least 1; cachedResults and reconnects at least 0");
        }
    }

    /** Returns a builder that starts from these limits. */
    public ClientLimitsBuilder toBuilder() {
        return new ClientLimitsBuilder(this);
    }
}
