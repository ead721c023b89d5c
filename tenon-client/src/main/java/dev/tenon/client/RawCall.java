package dev.tenon.client;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call in the terms of the wire.
 *
 * @param params writes the params for the wire that was agreed on, with what each request of 2026-07-28 says in {@code
 *     _meta}; asked again when the connection is another one. Only the progress token in them is the client's
 * @param options time, progress, cancellation, and whether the call may be sent again; their {@code meta} is not used
 * @param context handed to the {@link RawHandler} with what comes in the course of this call, or null
 */
public record RawCall(
        Method<?, ?> method,
        Function<ProtocolCodec, Json> params,
        CallOptions options,
        @Nullable Object context) {}
