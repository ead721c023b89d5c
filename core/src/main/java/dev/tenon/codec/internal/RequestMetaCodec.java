package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Meta;
import dev.tenon.model.MetaKey;
import dev.tenon.model.RequestMeta;

/** Reads and writes the client information that every request of 2026-07-28 carries in {@code _meta}. */
public final class RequestMetaCodec {
    private static final LogLevel[] LOG_LEVELS = LogLevel.values();

    private final ElementCodecs elements;

    public RequestMetaCodec(ElementCodecs elements) {
        this.elements = elements;
    }

    /** Rejects a {@code _meta} without the required keys. It only checks their JSON types, which is cheap. */
    public static void checkRequiredKeys(JsonObjectReader meta) {
        meta.requireString(MetaKey.PROTOCOL_VERSION);
        meta.object(MetaKey.CLIENT_CAPABILITIES);
    }

    public RequestMeta read(JsonObjectReader params) {
        JsonObjectReader meta = params.objectReaderOrEmpty("_meta");
        return new RequestMeta(
                meta.string(MetaKey.PROTOCOL_VERSION),
                meta.decode(MetaKey.CLIENT_CAPABILITIES, elements.clientCapabilities::read),
                meta.decodeOrNull(MetaKey.CLIENT_INFO, elements.implementation::read),
                meta.choiceOrNull(MetaKey.LOG_LEVEL, LOG_LEVELS, LogLevel::wireName));
    }

    public Meta withRequestMeta(Meta meta, RequestMeta it) {
        Meta with = meta.with(MetaKey.PROTOCOL_VERSION, Json.of(it.protocolVersion()))
                .with(MetaKey.CLIENT_CAPABILITIES, elements.clientCapabilities.encode(it.clientCapabilities()));
        if (it.clientInfo() != null) {
            with = with.with(MetaKey.CLIENT_INFO, elements.implementation.encode(it.clientInfo()));
        }
        LogLevel level = it.logLevel();
        return level == null ? with : with.with(MetaKey.LOG_LEVEL, Json.of(level.wireName()));
    }
}
