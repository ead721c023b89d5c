package dev.tenon.guard.aggregate;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges the lists of all members for one request, in the order of the members. */
final class ListAggregator {
    private final MemberConnections connections;
    private final ListKind kind;
    private final AggregateRequest request;
    private final MemberSnapshot members;
    private final MergedPage page;

    ListAggregator(MemberConnections connections, ListKind kind, AggregateRequest request) {
        this.connections = connections;
        this.kind = kind;
        this.request = request;
        this.members = connections.aggregate.snapshot();
        this.page = new MergedPage(kind);
    }

    Json list(Json params) throws Exception {
        Json cursor = params.get("cursor");
        int firstIndex = 0;
        if (cursor != null) {
            AggregateCursorCodec.CursorPosition position =
                    connections.aggregate.cursorCodec.decode(kind.method.name(), String.valueOf(cursor.string()));
            int index = members.indexOf(position.member());
            if (index < 0) {
                throw AggregateCursorCodec.invalidCursorError();
            }
            addNextPage(params.withMember("cursor", Json.of(position.cursor())), index);
            firstIndex = index + 1;
        }
        if (!page.hasNext() && firstIndex < members.all().size()) {
            addFirstPages(params.withoutMember("cursor"), firstIndex);
        }
        return page.toResult(
                ProtocolCodec.of(connections.client.revision(), connections.aggregate.self),
                connections.aggregate.cursorCodec);
    }

    /** Adds the next page of one member. An invalid cursor of the member is reported to the client. */
    private void addNextPage(Json params, int index) throws Exception {
        ReferenceCountedMember member = members.all().get(index);
        MemberResult<Json> memberResult = connections
                .runOnAll(List.of(member), service -> request.callMember(service, kind.method, params))
                .get(0);
        if (memberResult.problem() instanceof RpcException e && e.error().code() == ErrorCode.INVALID_PARAMS) {
            throw e;
        }
        addResultOrMarkIncomplete(memberResult);
    }

    /** Adds the first pages of the members from an index on, up to the first member that has more pages. */
    private void addFirstPages(Json params, int firstIndex) throws Exception {
        List<ReferenceCountedMember> selected =
                members.all().subList(firstIndex, members.all().size());
        List<MemberResult<Json>> memberResults =
                connections.runOnAll(selected, service -> request.callMember(service, kind.method, params));
        if (firstIndex == 0) {
            MemberResult.requireAnySuccess(kind.method, memberResults);
        }
        for (MemberResult<Json> memberResult : memberResults) {
            if (memberResult.value() != null) {
                connections.aggregate.resourceIndex.forget(kind, memberResult.member());
            }
            addResultOrMarkIncomplete(memberResult);
            if (page.hasNext()) {
                return;
            }
        }
    }

    private void addResultOrMarkIncomplete(MemberResult<Json> memberResult) {
        Json result = memberResult.value();
        if (result != null) {
            page.add(memberResult.member(), result, toVisible(result, memberResult.member()));
        } else if (!memberResult.isUnsupportedOrRemoved()) {
            memberResult.member().markUnhealthy(kind.items, String.valueOf(memberResult.problem()));
            page.markIncomplete();
        }
    }

    /** Returns the items as the client sees them, without those whose name another member owns. */
    private List<Json> toVisible(Json result, ReferenceCountedMember member) {
        List<Json> visible = new ArrayList<>();
        Json items = result.get(kind.items);
        for (Json item : items == null ? List.<Json>of() : items.elements()) {
            String key = item.string(kind.key);
            if (key == null) {
                continue;
            }
            String name = kind.isPrefixed() ? member.exposedName(key) : key;
            ReferenceCountedMember owner = kind.isPrefixed()
                    ? members.ownerOf(name)
                    : connections.aggregate.resourceIndex.recordListed(kind, key, member, members.all());
            if (owner == member) {
                visible.add(name.equals(key) ? item : item.withMember(kind.key, Json.of(name)));
            } else {
                warnHidden(name, member, owner);
            }
        }
        return visible;
    }

    private void warnHidden(String name, ReferenceCountedMember member, @Nullable ReferenceCountedMember owner) {
        connections.aggregate.warnOnce(
                "Item is hidden because its name belongs to another member: name={}, member={}, list={}, owner={}",
                Excerpts.quote(name),
                member.name(),
                kind.items,
                String.valueOf(owner));
    }
}
