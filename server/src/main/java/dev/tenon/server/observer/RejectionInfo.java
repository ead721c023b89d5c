package dev.tenon.server.observer;

import org.jspecify.annotations.Nullable;

/**
 * A rejected message or HTTP request, as reported to a {@link ServerObserver}.
 *
 * @param transport {@code http}, {@code stdio} and so on
 * @param remoteAddress the address of the peer, or null if unknown
 * @param code the JSON-RPC error code of the response; 0 without a JSON-RPC response
 * @param status the HTTP status of the response; 0 without an HTTP response
 * @param reason why it was rejected
 */
public record RejectionInfo(String transport, @Nullable String remoteAddress, int code, int status, String reason) {}
