package dev.tenon.server.internal.feature;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Caching;
import dev.tenon.model.Meta;
import dev.tenon.model.PaginatedParams;
import dev.tenon.model.Result;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Handles a list method, page by page in a stable order. An authenticated caller sees the items that it may use; a list
 * that depends on the caller is never declared as publicly cacheable.
 *
 * @param <S> the type of the items in the catalog
 * @param <T> the type of the items in the result
 */
record ListMethodHandler<S, T>(
        ListSettings settings,
        FeatureKindCatalog<S> catalog,
        Function<S, T> toListItem,
        PageResultFactory<T> resultFactory)
        implements MethodHandler<PaginatedParams> {
    /** Creates the result of a page. */
    interface PageResultFactory<T> {
        Result create(List<T> items, @Nullable String nextCursor, Caching caching, Meta meta);
    }

    /** The settings of all lists of a server. */
    record ListSettings(PageCursorCodec cursors, int pageSize, Caching caching) {}

    @Override
    public ExecutionPlan executeOrPlan(PaginatedParams params, ActiveCall call) {
        String name = catalog.kind() + "s";
        FeatureKindCatalog.CatalogPage<S> page = catalog.readPage(
                settings.cursors().decode(name, params.cursor()), settings.pageSize(), call.context()::hasScopes);
        String next = settings.cursors().encode(name, page.next());
        Caching caching = catalog.isSameForAllCallers()
                ? settings.caching()
                : settings.caching().toPrivate();
        return new ExecutionPlan.ImmediateResult(
                resultFactory.create(page.items().stream().map(toListItem).toList(), next, caching, Meta.EMPTY));
    }

    /** Encodes page cursors as encrypted positions: a client can neither forge one nor use one for another list. */
    record PageCursorCodec(StateEncryptionKeys keys) {
        private static final int MAX_CURSOR_CHARS = 200;

        @Nullable String encode(String list, @Nullable Long position) {
            if (position == null) {
                return null;
            }
            return keys.seal(
                    encryptionPurpose(list),
                    ByteBuffer.allocate(Long.BYTES).putLong(position).array());
        }

        /**
         * Returns the position of a cursor; 0, the start of the list, without a cursor.
         *
         * @throws RpcException -32602 if the cursor is not from this list
         */
        long decode(String list, @Nullable String cursor) {
            if (cursor == null) {
                return 0;
            }
            return (cursor.length() > MAX_CURSOR_CHARS
                            ? Optional.<byte[]>empty()
                            : keys.open(encryptionPurpose(list), cursor))
                    .filter(bytes -> bytes.length == Long.BYTES)
                    .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                    .orElseThrow(() -> new RpcException(
                            ErrorCode.INVALID_PARAMS,
                            "params.cursor: not a cursor of this list; use nextCursor as received, or no cursor to"
                                    + " start again"));
        }

        private static String encryptionPurpose(String list) {
            return "cursor of " + list;
        }
    }
}
