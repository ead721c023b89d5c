package dev.tenon.client;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A raw call: the caller encodes the params, and the result is not decoded.
 *
 * @param params encodes the params with the negotiated codec, including the {@code _meta} that each request of
 *     2026-07-28 needs; called again after a reconnect. The client sets only the progress token
 * @param options timeout, progress, cancellation, and whether the call may be sent again; their {@code meta} is ignored
 * @param context passed to the {@link RawHandler} with requests and notifications that belong to this call, or null
 */
public record RawCall(
        Method<?, ?> method,
        Function<ProtocolCodec, Json> params,
        CallOptions options,
        @Nullable Object context) {}
