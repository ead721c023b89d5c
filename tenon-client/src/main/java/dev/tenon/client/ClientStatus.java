package dev.tenon.client;

/**
 * What has happened so far, for operators and tests.
 *
 * @param connected whether there is a connection now
 * @param connectionsMade connections made
 * @param pendingCalls calls that wait for their answers
 * @param activeServerRequests questions of the server that are being answered
 * @param droppedMessages messages thrown away: not well-formed, too large, unknown, answers that nobody waited for,
 *     notifications that nobody could be told in time
 * @param cachedResults results kept
 */
public record ClientStatus(
        boolean connected,
        long connectionsMade,
        int pendingCalls,
        int activeServerRequests,
        long droppedMessages,
        int cachedResults) {}
