/**
 * Forwarding of messages between clients and an upstream server: policies, upstream connections, translation. Clients
 * without a session are in {@code stateless}. No thread waits for the response of a call:
 *
 * <ol>
 *   <li>{@code FilteredForwardingSession} takes the request from the downstream server.
 *   <li>{@code CallPipeline} applies policies and observers, finds the route, forwards, and filters the response.
 *   <li>{@code UpstreamRouter.acquireRoute} finds the upstream connection and the class of the call:
 * </ol>
 *
 * <table border="1">
 *   <caption>The class of a forwarded call, by client and upstream</caption>
 *   <tr><th>client</th><th>upstream with sessions</th><th>upstream without sessions (2026-07-28)</th></tr>
 *   <tr><td>with a session</td>
 *     <td>{@code SessionCall}: an upstream request is forwarded to the client</td>
 *     <td>{@code SessionCall}: an input-required result becomes requests to the client, then the call is sent
 *     again</td></tr>
 *   <tr><td>without a session</td>
 *     <td>{@code SuspendableCall} if the client declared a capability for input: an upstream request completes the
 *     client's request, and the client's next request brings the response; else {@code StatelessCall}</td>
 *     <td>{@code StatelessCall}: an input-required result is forwarded to the client</td></tr>
 * </table>
 *
 * <p>A method that the revision of the client does not define is forwarded unchanged to an upstream of the same era, by
 * the first class of the row that does not suspend. {@code SessionRouter} handles subscriptions and log levels of a
 * session itself. Blocking work runs on the threads of {@code GuardRuntime}: connecting, listing tools, blocking
 * policies and observers, and requests to a client.
 */
package dev.tenon.guard.internal.forwarder;
