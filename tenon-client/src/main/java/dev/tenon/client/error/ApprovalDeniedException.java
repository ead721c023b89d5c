package dev.tenon.client.error;

import dev.tenon.client.handler.ApprovalPolicy;

/**
 * The host said no: its {@link ApprovalPolicy} did not let this happen. Nothing was sent.
 */
public final class ApprovalDeniedException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public ApprovalDeniedException(String message) {
        super(message);
    }
}
