package dev.tenon.client.error;

import dev.tenon.client.handler.ApprovalPolicy;

/** Thrown when the {@link ApprovalPolicy} of the application denied a call or disclosure. Nothing was sent. */
public final class ApprovalDeniedException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public ApprovalDeniedException(String message) {
        super(message);
    }
}
