package dev.tenon.server;

/**
 * Numbers of what is going on in a server.
 *
 * @param sessions sessions alive
 * @param requests requests in flight
 * @param subscriptions subscription streams and subscribed resources
 * @param streams HTTP answers that are open streams
 * @param droppedResponses answers of clients that nobody had asked for, since the start
 */
public record ServerStatus(int sessions, int requests, int subscriptions, int streams, long droppedResponses) {}
