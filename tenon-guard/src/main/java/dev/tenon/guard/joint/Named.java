package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import org.jspecify.annotations.Nullable;

/** Tools and prompts: the prefix of a name says which member it is for, and does not go there. */
final class Named {
    private final Common common;
    private final Links links;

    Named(Common common, Links links) {
        this.common = common;
        this.links = links;
    }

    /** What is to be done with a name of the member's own. */
    @FunctionalInterface
    interface NamedWork<T> {
        Work<T> of(String ownName);
    }

    /**
     * Has the member do it whose name that is.
     *
     * @param what what has such names, for the error
     * @throws RpcException -32602 when it is nobody's
     */
    <T> T use(String what, @Nullable String name, NamedWork<T> work) throws Exception {
        return Common.withCurrentMembers(() -> {
            Seat seat = name == null ? null : common.seats().of(name);
            if (name == null || seat == null) {
                throw new RpcException(ErrorCode.INVALID_PARAMS, "Unknown " + what + ": " + Quote.shortened(name));
            }
            return links.use(seat, work.of(name.substring(seat.member().prefix().length())));
        });
    }

    /** What a member begins with a name of its own. */
    @FunctionalInterface
    interface NamedAsyncWork {
        Links.AsyncWork of(String ownName);
    }

    /** Has the member begin it that the name leads to; false, and nothing is begun, when it would have to be waited for. */
    boolean tryUse(String name, NamedAsyncWork work) {
        Seats seats = common.seats();
        Seat seat = seats.of(name);
        boolean isBegun = seat != null
                && links.tryUse(
                        seat, work.of(name.substring(seat.member().prefix().length())));
        return isBegun || common.seats() != seats && tryUse(name, work);
    }

    /** This object with that name. */
    static Json renamed(Json object, String name) {
        Json before = object.get("name");
        return before != null && name.equals(before.string()) ? object : object.with("name", Json.of(name));
    }

    static @Nullable String text(Json object, String name) {
        Json value = object.get(name);
        return value == null ? null : value.string();
    }
}
