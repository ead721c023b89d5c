package dev.tenon.client;

import dev.tenon.internal.reflect.RecordCopier;
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
 *     while a handler or the {@link dev.tenon.client.handler.ApprovalPolicy} runs
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
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Builds {@link ClientLimits}. Each method sets the component of the same name, in the same unit. */
    public static final class Builder {
        private ClientLimits limits;

        Builder(ClientLimits from) {
            limits = from;
        }

        /** Sets the limits of one message. */
        public Builder json(JsonLimits json) {
            return setComponent("json", json);
        }

        /** Sets the maximum number of messages in one batch, in revisions with batches. */
        public Builder batchMessages(int batchMessages) {
            return setComponent("batchMessages", batchMessages);
        }

        /** Sets the maximum number of pending calls. */
        public Builder calls(int calls) {
            return setComponent("calls", calls);
        }

        /** Sets how long a call may take; progress restarts it. */
        public Builder callTimeout(Duration callTimeout) {
            return setComponent("callTimeout", callTimeout);
        }

        /** Sets how long a call may take regardless of progress. */
        public Builder maxCallTimeout(Duration maxCallTimeout) {
            return setComponent("maxCallTimeout", maxCallTimeout);
        }

        /** Sets how long connecting may take, including all attempts. */
        public Builder connectTimeout(Duration connectTimeout) {
            return setComponent("connectTimeout", connectTimeout);
        }

        /**
         * Sets how long the client waits for the response to {@code server/discover} before it also tries the
         * handshake.
         */
        public Builder probeTimeout(Duration probeTimeout) {
            return setComponent("probeTimeout", probeTimeout);
        }

        /** Sets the maximum number of requests of the server that are handled at the same time. */
        public Builder serverRequests(int serverRequests) {
            return setComponent("serverRequests", serverRequests);
        }

        /** Sets how often a server may request input during one call (2026-07-28). */
        public Builder rounds(int rounds) {
            return setComponent("rounds", rounds);
        }

        /** Sets the maximum size of {@code requestState}, in bytes. */
        public Builder stateBytes(int stateBytes) {
            return setComponent("stateBytes", stateBytes);
        }

        /** Sets the maximum number of pages of one list. */
        public Builder pages(int pages) {
            return setComponent("pages", pages);
        }

        /** Sets the maximum number of items of one list. */
        public Builder listItems(int listItems) {
            return setComponent("listItems", listItems);
        }

        /** Sets the maximum number of cached results. */
        public Builder cachedResults(int cachedResults) {
            return setComponent("cachedResults", cachedResults);
        }

        /** Sets the maximum number of notifications queued for the listener. */
        public Builder notifications(int notifications) {
            return setComponent("notifications", notifications);
        }

        /** Sets the limits of the queue of outgoing messages. */
        public Builder queue(ChannelLimits queue) {
            return setComponent("queue", queue);
        }

        /** Sets how often in a row the client reconnects without a call having succeeded. */
        public Builder reconnects(int reconnects) {
            return setComponent("reconnects", reconnects);
        }

        /** Sets the delay before the second attempt to reconnect. */
        public Builder reconnectDelay(Duration reconnectDelay) {
            return setComponent("reconnectDelay", reconnectDelay);
        }

        /** Returns the limits. */
        public ClientLimits build() {
            return limits;
        }

        private Builder setComponent(String component, Object value) {
            limits = RecordCopier.copyWith(limits, component, value);
            return this;
        }
    }
}
