package dev.tenon.testkit;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole table through every door. */
@ParameterizedClass(name = "{0}")
@MethodSource("entrances")
class EveryTransportTest extends MalformedInputContract {
    private static final ReferenceResults STANDARD = new ReferenceResults();
    private static TestConnections doors;

    EveryTransportTest(LazyTestConnection entrance) {
        super(entrance.connection(), STANDARD);
    }

    static Stream<LazyTestConnection> entrances() throws Exception {
        doors = new TestConnections();
        return doors.entrances();
    }

    @AfterAll
    static void close() throws Exception {
        doors.close();
    }
}
