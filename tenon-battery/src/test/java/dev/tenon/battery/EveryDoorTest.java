package dev.tenon.battery;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole table through every door. */
@ParameterizedClass(name = "{0}")
@MethodSource("entrances")
class EveryDoorTest extends MalformedInput {
    private static final Standard STANDARD = new Standard();
    private static Doors doors;

    EveryDoorTest(Entrance entrance) {
        super(entrance.door(), STANDARD);
    }

    static Stream<Entrance> entrances() throws Exception {
        doors = new Doors();
        return doors.entrances();
    }

    @AfterAll
    static void close() throws Exception {
        doors.close();
    }
}
