package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Meta;
import dev.tenon.model.MetaKey;
import dev.tenon.model.RequestMeta;

/** What every request of 2026-07-28 says about its client, in {@code _meta}. */
final class RequestMetaCodec {
    private static final LogLevel[] LOG_LEVELS = LogLevel.values();

    private final Elements elements;

    RequestMetaCodec(Elements elements) {
        this.elements = elements;
    }

    /** Refuses the {@code _meta} of parameters that lacks what every request must say. Cheap: it does not look further. */
    static void checkPresent(Fields meta) {
        meta.checkText(MetaKey.PROTOCOL_VERSION);
        meta.object(MetaKey.CLIENT_CAPABILITIES);
    }

    RequestMeta read(Fields params) {
        Fields meta = params.fieldsOrEmpty("_meta");
        return new RequestMeta(
                meta.text(MetaKey.PROTOCOL_VERSION),
                meta.one(MetaKey.CLIENT_CAPABILITIES, elements.clientCapabilities::read),
                meta.oneOrNull(MetaKey.CLIENT_INFO, elements.implementation::read),
                meta.choiceOrNull(MetaKey.LOG_LEVEL, LOG_LEVELS, LogLevel::wireName));
    }

    Meta added(Meta meta, RequestMeta it) {
        Meta with = meta.with(MetaKey.PROTOCOL_VERSION, Json.of(it.protocolVersion()))
                .with(MetaKey.CLIENT_CAPABILITIES, elements.clientCapabilities.json(it.clientCapabilities()));
        if (it.clientInfo() != null) {
            with = with.with(MetaKey.CLIENT_INFO, elements.implementation.json(it.clientInfo()));
        }
        LogLevel level = it.logLevel();
        return level == null ? with : with.with(MetaKey.LOG_LEVEL, Json.of(level.wireName()));
    }
}
