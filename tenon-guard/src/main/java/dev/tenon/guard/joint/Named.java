package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tools and prompts: the prefix of a name says which member it is for, and does not go there. */
record Named(Common common, Links links) {
    /**
     * Has the member do it whose name that is.
     *
     * @param what what has such names, for the error
     * @param work what is to be done, from the member's own name
     * @throws RpcException -32602 when it is nobody's
     */
    <T> T use(String what, @Nullable String name, Function<String, Work<T>> work) throws Exception {
        return Common.withCurrentMembers(() -> {
            Seat seat = name == null ? null : common.seats().of(name);
            if (name == null || seat == null) {
                throw new RpcException(ErrorCode.INVALID_PARAMS, "Unknown " + what + ": " + Quote.shortened(name));
            }
            return links.use(
                    seat, work.apply(name.substring(seat.member().prefix().length())));
        });
    }

    /** Has the member begin it that the name leads to; false, and nothing is begun, when it would have to be waited for. */
    boolean tryUse(String name, Function<String, Links.AsyncWork> work) {
        Seats seats = common.seats();
        Seat seat = seats.of(name);
        boolean isBegun = seat != null
                && links.tryUse(
                        seat, work.apply(name.substring(seat.member().prefix().length())));
        return isBegun || common.seats() != seats && tryUse(name, work);
    }

    /** This object with that name. */
    static Json renamed(Json object, String name) {
        Json before = object.get("name");
        return before != null && name.equals(before.string()) ? object : object.with("name", Json.of(name));
    }
}
