package dev.tenon.server.observer;

import org.jspecify.annotations.Nullable;

/**
 * Something that was not let in, as an {@link ServerObserver} sees it.
 *
 * @param transport {@code http}, {@code stdio} and so on
 * @param remoteAddress the address of the other side, or null where there is none
 * @param code the JSON-RPC code of the answer; 0 where there is no such answer
 * @param status the HTTP status of the answer; 0 where there is none
 * @param reason what was wrong
 */
public record RejectionInfo(String transport, @Nullable String remoteAddress, int code, int status, String reason) {}
