package dev.tenon.client;

/**
 * A snapshot of a client's state and counters, for operators and tests.
 *
 * @param connected whether the client is connected
 * @param connectionsMade how many connections the client has opened
 * @param pendingCalls calls that wait for a response
 * @param activeServerRequests requests of the server that are being handled
 * @param droppedMessages messages that were discarded: malformed, too large or unknown messages, responses without a
 *     pending request, and notifications that did not fit into the queue
 * @param cachedResults results in the cache
 */
public record ClientStatus(
        boolean connected,
        long connectionsMade,
        int pendingCalls,
        int activeServerRequests,
        long droppedMessages,
        int cachedResults) {}
