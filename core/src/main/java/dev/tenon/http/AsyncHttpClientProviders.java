package dev.tenon.http;

import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Holds the providers of HTTP clients for event loops, which are loaded once. */
final class AsyncHttpClientProviders {
    private static final List<AsyncHttpClient.ClientProvider> ALL =
            ServiceLoader.load(AsyncHttpClient.ClientProvider.class, AsyncHttpClient.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private AsyncHttpClientProviders() {}

    static @Nullable AsyncHttpClient findCurrentClient() {
        for (AsyncHttpClient.ClientProvider provider : ALL) {
            AsyncHttpClient client = provider.currentClient();
            if (client != null) {
                return client;
            }
        }
        return null;
    }
}
