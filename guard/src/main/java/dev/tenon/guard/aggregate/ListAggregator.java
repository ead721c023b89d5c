package dev.tenon.guard.aggregate;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges the lists of all members, in the order of the members. */
record ListAggregator(MemberConnections connections) {
    Json list(ListKind kind, Json params, AggregateRequest request) throws Exception {
        MemberSnapshot members = connections.context.members();
        MergedPage page = new MergedPage(kind);
        Json cursor = params.get("cursor");
        int firstIndex = 0;
        if (cursor != null) {
            AggregateCursorCodec.CursorPosition position =
                    connections.context.cursorCodec.decode(kind.method.name(), String.valueOf(cursor.string()));
            int index = members.indexOf(position.member());
            if (index < 0) {
                throw AggregateCursorCodec.invalidCursorError();
            }
            addNextPage(kind, params.withMember("cursor", Json.of(position.cursor())), members, index, page, request);
            firstIndex = index + 1;
        }
        if (!page.hasNext() && firstIndex < members.all().size()) {
            addFirstPages(kind, params.withoutMember("cursor"), members, firstIndex, page, request);
        }
        return page.toResult(
                ProtocolCodec.of(connections.client.revision(), connections.context.self),
                connections.context.cursorCodec);
    }

    /** Adds the next page of one member. An invalid cursor of the member is reported to the client. */
    private void addNextPage(
            ListKind kind, Json params, MemberSnapshot members, int index, MergedPage page, AggregateRequest request)
            throws Exception {
        MemberState member = members.all().get(index);
        MemberResult<Json> memberResult = connections
                .runOnAll(List.of(member), service -> request.callMember(service, kind.method, params))
                .get(0);
        if (memberResult.problem() instanceof RpcException e && e.error().code() == ErrorCode.INVALID_PARAMS) {
            throw e;
        }
        addResultOrMarkIncomplete(kind, memberResult, members, page);
    }

    /** Adds the first pages of the members from an index on, up to the first member that has more pages. */
    private void addFirstPages(
            ListKind kind,
            Json params,
            MemberSnapshot members,
            int firstIndex,
            MergedPage page,
            AggregateRequest request)
            throws Exception {
        List<MemberState> selected =
                members.all().subList(firstIndex, members.all().size());
        List<MemberResult<Json>> memberResults =
                connections.runOnAll(selected, service -> request.callMember(service, kind.method, params));
        if (firstIndex == 0) {
            MemberResult.requireAnySuccess(kind.method, memberResults);
        }
        for (MemberResult<Json> memberResult : memberResults) {
            if (memberResult.value() != null) {
                connections.context.resourceIndex.forget(kind, memberResult.member());
            }
            addResultOrMarkIncomplete(kind, memberResult, members, page);
            if (page.hasNext()) {
                return;
            }
        }
    }

    private void addResultOrMarkIncomplete(
            ListKind kind, MemberResult<Json> memberResult, MemberSnapshot members, MergedPage page) {
        Json result = memberResult.value();
        if (result != null) {
            page.add(memberResult.member(), result, toVisible(kind, result, memberResult.member(), members));
        } else if (!memberResult.isUnsupported()) {
            memberResult.member().markUnhealthy(kind.items, String.valueOf(memberResult.problem()));
            page.markIncomplete();
        }
    }

    private List<Json> toVisible(ListKind kind, Json result, MemberState member, MemberSnapshot members) {
        List<Json> visible = new ArrayList<>();
        Json items = result.get(kind.items);
        for (Json item : items == null ? List.<Json>of() : items.elements()) {
            Json visibleItem = toVisible(kind, item, item.string(kind.key), member, members);
            if (visibleItem != null) {
                visible.add(visibleItem);
            }
        }
        return visible;
    }

    /** Returns an item as the client sees it, or null if another member owns its name. */
    private @Nullable Json toVisible(
            ListKind kind, Json item, @Nullable String key, MemberState member, MemberSnapshot members) {
        if (key == null) {
            return null;
        }
        if (kind.isPrefixed()) {
            String name = member.exposedName(key);
            MemberState owner = members.of(name);
            if (owner != member) {
                warnHidden(kind, name, member, owner);
                return null;
            }
            return member.member().prefix().isEmpty() ? item : item.withMember(kind.key, Json.of(name));
        }
        MemberState owner = connections.context.resourceIndex.recordListed(kind, key, member, members.all());
        if (owner != member) {
            warnHidden(kind, key, member, owner);
            return null;
        }
        return item;
    }

    private void warnHidden(ListKind kind, String name, MemberState member, @Nullable MemberState owner) {
        connections.context.warnOnce(
                "Item is hidden because its name belongs to another member: name={}, member={}, list={}, owner={}",
                Excerpts.quote(name),
                member.name(),
                kind.items,
                String.valueOf(owner));
    }
}
