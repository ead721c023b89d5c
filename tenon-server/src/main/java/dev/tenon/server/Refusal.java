package dev.tenon.server;

import org.jspecify.annotations.Nullable;

/**
 * Something that was not let in, as an {@link Observer} sees it.
 *
 * @param transport {@code http}, {@code stdio} and so on
 * @param remote the address of the other side, or null where there is none
 * @param code the JSON-RPC code of the answer; 0 where there is no such answer
 * @param status the HTTP status of the answer; 0 where there is none
 * @param reason what was wrong
 */
public record Refusal(String transport, @Nullable String remote, int code, int status, String reason) {}
