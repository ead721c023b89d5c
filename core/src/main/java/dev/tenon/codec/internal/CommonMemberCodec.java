package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Annotations;
import dev.tenon.model.CacheScope;
import dev.tenon.model.Caching;
import dev.tenon.model.Icon;
import dev.tenon.model.IconTheme;
import dev.tenon.model.Meta;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Revision;
import dev.tenon.model.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the members that several types share: title, annotations, icons and {@code _meta}. Each is written
 * only if the revision has it.
 */
public final class CommonMemberCodec {
    private static final Set<String> STATELESS_ONLY = Set.of(
            MetaKey.PROTOCOL_VERSION,
            MetaKey.CLIENT_INFO,
            MetaKey.CLIENT_CAPABILITIES,
            MetaKey.LOG_LEVEL,
            MetaKey.SERVER_INFO,
            MetaKey.SUBSCRIPTION_ID);

    private static final JsonObjectCodec<Icon> ICON = new JsonObjectCodec<>(
            (out, icon) -> {
                out.fieldUnlessNull("src", icon.src()).fieldUnlessNull("mimeType", icon.mimeType());
                MemberWriter.writeStringsIfNotEmpty(out, "sizes", icon.sizes());
                out.fieldUnlessNull(
                        "theme", icon.theme() == null ? null : icon.theme().wireName());
            },
            in -> new Icon(
                    in.string("src"),
                    in.stringOrNull("mimeType"),
                    in.stringsOrEmpty("sizes"),
                    in.choiceOrNull("theme", IconTheme.values(), IconTheme::wireName)));

    final Revision revision;
    private final JsonObjectCodec<Annotations> annotations;

    CommonMemberCodec(Revision revision) {
        this.revision = revision;
        annotations = new JsonObjectCodec<>(
                (out, it) -> {
                    List<String> audience =
                            it.audience().stream().map(Role::wireName).toList();
                    MemberWriter.writeStringsIfNotEmpty(out, "audience", audience);
                    out.fieldUnlessNull("priority", it.priority());
                    out.fieldUnlessNull("lastModified", revision.hasLastModified() ? it.lastModified() : null);
                },
                in -> new Annotations(
                        in.choicesOrEmpty("audience", Role.values(), Role::wireName),
                        in.numberOrNull("priority"),
                        in.stringOrNull("lastModified")));
    }

    void writeTitle(JsonWriter out, @Nullable String title) {
        out.fieldUnlessNull("title", revision.hasTitles() ? title : null);
    }

    void writeNames(JsonWriter out, String name, @Nullable String title, @Nullable String description) {
        out.fieldUnlessNull("name", name);
        writeTitle(out, title);
        out.fieldUnlessNull("description", description);
    }

    void annotations(JsonWriter out, @Nullable Annotations it) {
        MemberWriter.writeIfPresent(out, "annotations", it, annotations);
    }

    @Nullable Annotations annotations(JsonObjectReader in) {
        return in.decodeOrNull("annotations", annotations::read);
    }

    void icons(JsonWriter out, List<Icon> icons) {
        if (revision.hasIcons()) {
            MemberWriter.writeListIfNotEmpty(out, "icons", icons, ICON);
        }
    }

    /** Reads icons. Invalid ones are skipped, such as those whose scheme is not https, http or data. */
    List<Icon> icons(JsonObjectReader in) {
        List<Optional<Icon>> icons = in.decodeListOrEmpty("icons", CommonMemberCodec::readIconIfValid);
        return icons.isEmpty()
                ? List.of()
                : icons.stream().flatMap(Optional::stream).toList();
    }

    private static Optional<Icon> readIconIfValid(JsonObjectReader in) {
        try {
            return Optional.of(ICON.read(in));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Writes the {@code _meta} of an element such as a tool, unless it is empty. */
    void writeMeta(JsonWriter out, Meta meta) {
        if (revision.hasElementMeta()) {
            writeMessageMeta(out, meta);
        }
    }

    /**
     * Writes the {@code _meta} of a message unless it is empty. Before 2026-07-28, entries that only that revision
     * defines are omitted.
     */
    public void writeMessageMeta(JsonWriter out, Meta meta) {
        Meta written = meta;
        if (!revision.isStateless()) {
            for (String key : meta.values().keySet()) {
                written = STATELESS_ONLY.contains(key) ? written.without(key) : written;
            }
        }
        MemberWriter.writeJsonMapIfNotEmpty(out, "_meta", written.values());
    }

    /** Writes the two caching members of a 2026-07-28 result. */
    public static void caching(JsonWriter out, Caching it) {
        out.fieldUnlessNull("ttlMs", it.ttlMs())
                .fieldUnlessNull("cacheScope", it.scope().wireName());
    }

    /** Reads the caching members of a result; if they are missing, the result must not be cached. */
    static Caching caching(JsonObjectReader in) {
        Long ttlMs = in.integerOrNull("ttlMs");
        CacheScope scope = in.choiceOrNull("cacheScope", CacheScope.values(), CacheScope::wireName);
        return ttlMs == null
                ? Caching.NONE
                : new Caching(Math.max(0, ttlMs), scope == null ? CacheScope.PRIVATE : scope);
    }
}
