package dev.tenon.client;

/**
 * What has happened so far, for operators and tests.
 *
 * @param connected whether there is a connection now
 * @param connections connections made
 * @param waiting calls that wait for their answers
 * @param asks questions of the server that are being answered
 * @param dropped messages thrown away: not well-formed, too large, unknown, answers that nobody waited for, notifications that
 *     nobody could be told in time
 * @param cached results kept
 */
public record ClientStatus(boolean connected, long connections, int waiting, int asks, long dropped, int cached) {}
