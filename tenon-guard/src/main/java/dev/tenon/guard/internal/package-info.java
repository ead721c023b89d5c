/**
 * How messages pass through a guard. There is one path for requests, and no thread waits on it for an answer:
 *
 * <ol>
 *   <li>{@code CheckedService} takes the request from the server in front.
 *   <li>{@code FilteredCall} asks the policies and observers, finds the route, forwards, and asks them again about the
 *   answer.
 *   <li>{@code Service.route} finds the connection to the upstream and the kind of call, which depends on both eras:
 * </ol>
 *
 * <table border="1">
 *   <caption>The class of a forwarded call, by client and upstream</caption>
 *   <tr><th>client</th><th>upstream with sessions</th><th>upstream without sessions (2026-07-28)</th></tr>
 *   <tr><td>with a session</td>
 *     <td>{@code SessionCall}: a question of the upstream is a request to the client</td>
 *     <td>{@code SessionCall}: an answer that asks is a request to the client, then the call is sent again</td></tr>
 *   <tr><td>without a session</td>
 *     <td>{@code SuspendableCall}, when the client declared that it can be asked: a question answers the client, whose
 *     next request
 *       brings the answer; else {@code StatelessCall}</td>
 *     <td>{@code StatelessCall}: an answer that asks goes to the client</td></tr>
 * </table>
 *
 * <p>A method that the revision of the client does not have goes to an upstream of the same era as it is, in the first
 * class of the row that does not suspend. Subscriptions and log levels of a session are changed by {@code
 * SessionService} itself. What has to wait runs on the threads of {@code GuardRuntime}: connecting, listing tools for
 * the policies, policies and observers that may block, and asking a client.
 */
@NullMarked
package dev.tenon.guard.internal;

import org.jspecify.annotations.NullMarked;
