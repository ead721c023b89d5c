package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Meta;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Revision;
import java.util.Set;

/** {@code _meta}: open entries, without those that only the other era knows. */
final class MetaCodec {
    private static final Set<String> STATELESS_ONLY = Set.of(
            MetaKey.PROTOCOL_VERSION,
            MetaKey.CLIENT_INFO,
            MetaKey.CLIENT_CAPABILITIES,
            MetaKey.LOG_LEVEL,
            MetaKey.SERVER_INFO,
            MetaKey.SUBSCRIPTION_ID);

    private final boolean stateless;
    private final boolean onElements;

    MetaCodec(Revision revision) {
        stateless = revision.isStateless();
        onElements = revision.hasElementMeta();
    }

    /** Writes the {@code _meta} of a message, if there is any. */
    void ofMessage(JsonWriter out, Meta meta) {
        Meta carried = stateless ? meta : withoutStateless(meta);
        Write.byNameIfAny(out, "_meta", carried.values());
    }

    /** Writes the {@code _meta} of a thing, if there is any and the revision has it. */
    void ofElement(JsonWriter out, Meta meta) {
        if (onElements) {
            ofMessage(out, meta);
        }
    }

    /** Refuses the {@code _meta} of a request whose progress token is none. */
    static void checkProgressToken(Fields meta) {
        meta.tokenOrNull(MetaKey.PROGRESS_TOKEN);
    }

    private static Meta withoutStateless(Meta meta) {
        Meta left = meta;
        for (String key : meta.values().keySet()) {
            left = STATELESS_ONLY.contains(key) ? left.without(key) : left;
        }
        return left;
    }
}
