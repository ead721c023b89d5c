package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Methods;
import dev.tenon.server.forwarder.ForwardingSession;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The level of log messages that a session wants: all members are told, and who is met later is told then. */
final class MemberLogLevels {
    private final MemberConnections links;
    private final Map<MemberState, Json> sentLevels = new ConcurrentHashMap<>();
    private volatile @Nullable Json currentLevel;

    MemberLogLevels(MemberConnections links) {
        this.links = links;
    }

    /** Tells all who log. */
    Json set(Json params, AggregateRequest request) throws Exception {
        currentLevel = params;
        MemberResult.requireAnySuccess(
                Methods.SET_LEVEL,
                links.runOnEach(
                        links.common.members().all(), seat -> service -> sendLevel(seat, service, params, request)));
        return Json.EMPTY_OBJECT;
    }

    /** Work before which a member is told the level, if it was not there when that was set. */
    <T> MemberTask<T> withCurrentLevel(MemberState seat, AggregateRequest request, MemberTask<T> work) {
        return service -> {
            Json level = currentLevel;
            if (level != null && !isUpToDate(seat)) {
                try {
                    sendLevel(seat, service, level, request);
                } catch (RpcException e) {
                    recordSent(seat, level);
                }
            }
            return work.run(service);
        };
    }

    /** Whether a member knows the level that the client wants. */
    boolean isUpToDate(MemberState seat) {
        Json level = currentLevel;
        return level == null || level.equals(sentLevels.get(seat));
    }

    private Json sendLevel(MemberState seat, ForwardingSession service, Json params, AggregateRequest request)
            throws Exception {
        Json answer = request.callMember(service, Methods.SET_LEVEL, params);
        recordSent(seat, params);
        return answer;
    }

    /** Notes what a member was told, unless it has left meanwhile. */
    private void recordSent(MemberState seat, Json level) {
        sentLevels.put(seat, level);
        if (!links.common.members().all().contains(seat)) {
            sentLevels.remove(seat);
        }
    }

    /** These have left. */
    void removeMembers(List<MemberState> gone) {
        gone.forEach(sentLevels::remove);
    }
}
