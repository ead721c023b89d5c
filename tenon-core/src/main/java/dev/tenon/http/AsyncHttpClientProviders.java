package dev.tenon.http;

import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The providers of HTTP clients on event loops, which are looked for once. */
final class AsyncHttpClientProviders {
    private static final List<AsyncHttpClient.ClientProvider> ALL =
            ServiceLoader.load(AsyncHttpClient.ClientProvider.class, AsyncHttpClient.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private AsyncHttpClientProviders() {}

    static @Nullable AsyncHttpClient findCurrentClient() {
        for (AsyncHttpClient.ClientProvider provider : ALL) {
            AsyncHttpClient here = provider.currentClient();
            if (here != null) {
                return here;
            }
        }
        return null;
    }
}
