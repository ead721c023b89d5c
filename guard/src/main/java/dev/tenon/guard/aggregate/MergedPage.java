package dev.tenon.guard.aggregate;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.CacheScope;
import dev.tenon.model.Caching;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list page that is merged from pages of members. */
final class MergedPage {
    private final ListKind kind;
    private final List<Json> items = new ArrayList<>();
    private long ttlMs = Long.MAX_VALUE;
    private boolean shared = true;
    private AggregateCursorCodec.@Nullable CursorPosition next;

    MergedPage(ListKind kind) {
        this.kind = kind;
    }

    /** Adds the page of a member, of which these items are visible. */
    void add(ReferenceCountedMember member, Json result, List<Json> shown) {
        items.addAll(shown);
        Json ttl = result.get("ttlMs");
        BigDecimal ttlNumber = ttl == null ? null : ttl.number();
        ttlMs = Math.min(ttlMs, ttlNumber == null ? 0 : Math.max(0, ttlNumber.longValue()));
        shared = shared && CacheScope.PUBLIC.wireName().equals(result.string("cacheScope"));
        String memberCursor = result.string("nextCursor");
        if (memberCursor != null) {
            next = new AggregateCursorCodec.CursorPosition(member.name(), memberCursor);
        }
    }

    /** Records that a member failed, so that clients must not cache the page. */
    void markIncomplete() {
        ttlMs = 0;
    }

    /** Returns whether there is a next page, because a member has more items. */
    boolean hasNext() {
        return next != null;
    }

    Json toResult(ProtocolCodec codec, AggregateCursorCodec cursors) {
        Caching caching = new Caching(
                ttlMs == Long.MAX_VALUE ? 0 : ttlMs, shared && ttlMs > 0 ? CacheScope.PUBLIC : CacheScope.PRIVATE);
        // Pages of all kinds differ only in the name of their items.
        ListToolsResult empty = new ListToolsResult(List.of(), null, caching, Meta.EMPTY);
        Json page = codec.encodeResult(Methods.LIST_TOOLS, empty)
                .withoutMember(ListKind.TOOLS.items)
                .withMember(kind.items, Json.of(items));
        AggregateCursorCodec.CursorPosition cursorPosition = next;
        return cursorPosition == null
                ? page
                : page.withMember("nextCursor", Json.of(cursors.encode(kind.method.name(), cursorPosition)));
    }
}
