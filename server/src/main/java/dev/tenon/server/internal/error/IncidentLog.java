package dev.tenon.server.internal.error;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs unexpected failures; the client gets the incident id only. */
public final class IncidentLog {
    public static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_DIGITS = 12;

    private IncidentLog() {}

    /** Logs the failure and returns its id. */
    public static String log(String where, Throwable failure) {
        String id = HexFormat.of().toHexDigits(RANDOM.nextLong(), ID_DIGITS);
        LOG.error("Unexpected failure: incident={}, in={}", id, where, failure);
        return id;
    }

    public static RpcError toError(String incident) {
        return new RpcError(ErrorCode.INTERNAL_ERROR, "Internal error (incident " + incident + ")");
    }
}
