package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Methods;
import dev.tenon.server.forwarder.ForwardingSession;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Sends the log level of a session to all members, including members that connect later. */
final class MemberLogLevels {
    private final MemberConnections connections;
    private final Map<ReferenceCountedMember, Json> sentLevels = new ConcurrentHashMap<>();
    private volatile @Nullable Json currentLevel;

    MemberLogLevels(MemberConnections connections) {
        this.connections = connections;
    }

    /** Sends the level to all members that support logging. */
    Json setAtAllMembers(Json params, AggregateRequest request) throws Exception {
        currentLevel = params;
        List<MemberResult<Json>> results = connections.runOnEach(
                connections.aggregate.snapshot().all(),
                member -> session -> sendLevel(member, session, params, request));
        MemberResult.requireAnySuccess(Methods.SET_LEVEL, results);
        return Json.EMPTY_OBJECT;
    }

    /** Returns a task that first sends the level if the member does not have it yet. */
    <T> MemberConnections.MemberTask<T> withCurrentLevel(
            ReferenceCountedMember member, AggregateRequest request, MemberConnections.MemberTask<T> task) {
        return session -> {
            Json level = currentLevel;
            if (level != null && !isUpToDate(member)) {
                try {
                    sendLevel(member, session, level, request);
                } catch (RpcException e) {
                    recordSent(member, level);
                }
            }
            return task.run(session);
        };
    }

    /** Returns whether a member has the current level. */
    boolean isUpToDate(ReferenceCountedMember member) {
        Json level = currentLevel;
        return level == null || level.equals(sentLevels.get(member));
    }

    private Json sendLevel(
            ReferenceCountedMember member, ForwardingSession session, Json params, AggregateRequest request)
            throws Exception {
        Json response = request.callMember(session, Methods.SET_LEVEL, params);
        recordSent(member, params);
        return response;
    }

    /** Records the level that was sent, unless the member was removed meanwhile. */
    private void recordSent(ReferenceCountedMember member, Json level) {
        sentLevels.put(member, level);
        if (!connections.aggregate.snapshot().all().contains(member)) {
            sentLevels.remove(member);
        }
    }

    /** Forgets removed members. */
    void removeMembers(List<ReferenceCountedMember> removed) {
        removed.forEach(sentLevels::remove);
    }
}
