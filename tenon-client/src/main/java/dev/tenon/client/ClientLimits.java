package dev.tenon.client;

import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.json.JsonLimits;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;

/**
 * Every bound that a client keeps, and what happens at it. Start from {@link #DEFAULT} and change what you must: {@code
 * ClientLimits.DEFAULT.change().callTime(Duration.ofMinutes(5)).build()}.
 *
 * @param json bounds of one message; what is beyond them is thrown away, and the call that it answers fails
 * @param batchMessages messages in one batch, where batches exist; a larger one is thrown away
 * @param calls calls that wait for their answers at once; one more fails at once
 * @param callTimeout how long a call waits, for its connection too; news of its progress starts it anew, and it stands
 *     still while a handler or the {@link ApprovalPolicy} is asked
 * @param maxCallTimeout how long a call waits whatever happens
 * @param connectTimeout how long connecting may take, with all that is tried on the way
 * @param probeTimeout how long a server that may not know the newest revision has to answer the question whether it
 *     does
 * @param serverRequests questions of the server that are being answered at once, or that it may ask in place of one
 *     answer; one more is refused
 * @param rounds how often a server may ask before it answers one call (2026-07-28)
 * @param stateBytes the largest {@code requestState} that is carried back
 * @param pages pages of one list
 * @param listItems items of one list; all its pages together may be as large as one message
 * @param cachedResults results that are kept while they are fresh
 * @param notifications notifications that wait for their listener, as large as one message together, and as many
 *     changes of lists and resources, each of which waits once; further ones are dropped, counted and logged
 * @param queue what may wait to be sent to a slow server; then the connection is closed, or over HTTP, where each
 *     message goes its own way, the message is not sent; its {@link ChannelLimits#maxMessageBytes} is that of {@code
 *     json}, whatever it says
 * @param reconnects how often in a row a lost connection is made again without a call having been answered
 * @param reconnectDelay the delay before the second such try; it doubles, up to 30 seconds
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

    /** The defaults; the table in {@code docs/client.md} lists them. */
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
        int smallest = Math.min(
                Math.min(Math.min(batchMessages, calls), Math.min(serverRequests, rounds)),
                Math.min(Math.min(stateBytes, pages), Math.min(listItems, notifications)));
        if (smallest < 1 || cachedResults < 0 || reconnects < 0) {
            throw new IllegalArgumentException("Every limit must be at least 1, cached and reconnects at least 0");
        }
    }

    /** A builder that starts from these limits. */
    public ClientLimitsBuilder toBuilder() {
        return new ClientLimitsBuilder(this);
    }
}
