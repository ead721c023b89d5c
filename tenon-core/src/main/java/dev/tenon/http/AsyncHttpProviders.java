package dev.tenon.http;

import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The providers of HTTP clients on event loops, which are looked for once. */
final class AsyncHttpProviders {
    private static final List<AsyncHttpClient.Provider> ALL =
            ServiceLoader.load(AsyncHttpClient.Provider.class, AsyncHttpClient.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private AsyncHttpProviders() {}

    static @Nullable AsyncHttpClient here() {
        for (AsyncHttpClient.Provider provider : ALL) {
            AsyncHttpClient here = provider.here();
            if (here != null) {
                return here;
            }
        }
        return null;
    }
}
